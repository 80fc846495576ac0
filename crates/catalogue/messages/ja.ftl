### The words of the reports in Japanese.
#
# Evidence is in the plain form without a full stop, since pieces stand one behind the other; sentences of the
# report's own are in the polite form (です・ます).

## Common

plain = { $words }
listed = { $first }、{ $second }
together = { $first }{ $second }
between-clauses = 。
span-under-second = 1 秒未満
span-s = { $s } 秒
span-m = { $m } 分
span-m-s = { $m } 分 { $s } 秒
span-h = { $h } 時間
span-h-m = { $h } 時間 { $m } 分
span-d = { $d } 日
span-d-h = { span-d } { $h } 時間
at-the-end = 終端の時点
before-end = 終端の { $age }前

## Evidence: memory

memory-ample = 急減を捉えられるサンプラーの最後のサンプル（{ $ago }）で、利用可能メモリは { $total } MiB 中 { $value } MiB
memory-driver = ドライバによるホストメモリの割り当てが最後の 1 分間に { $count } 回失敗{ $then }
memory-driver-lived-on = 。ただしその後にユニットやコンテナが起動している
memory-driver-quarter = ドライバによるホストメモリの割り当てが終端前の { $within }間に { $count } 回失敗
memory-driver-old = ドライバの割り当て失敗（{ $count } 回）は古く、最後のものでも{ $ago }
memory-driver-companion = ドライバの別の経路でもメモリを得られなかった（{ $ago }）
memory-fall = 利用可能メモリが { $high-at } の { $high } MiB から { $low-at } の { $low } MiB まで { $took }で減少（毎分 { $pace } GiB）
memory-fall-projected = 最後のサンプルで利用可能メモリは { $value } MiB、毎分 { $pace } MiB で減少中。このペースなら { $needed } 秒後に枯渇、稼働の最後の痕跡はそのサンプルの { $unseen }後
memory-fragmented = 空きメモリは { $free } MiB あったが、2 MiB 以上のブロックはそのうち { $large } MiB のみ（{ $ago }）{ $driver }
memory-fragmented-sampled = 利用可能メモリは { $available } MiB あったが、大きな空きブロックは無い（{ $ago }）{ $driver }
memory-fragmented-in-vain = 、ドライバの割り当て要求も失敗
memory-hung = メモリ回収（reclaim）でブロックされたタスクの報告が { $count } 件、最後の報告は{ $ago }
memory-killer-failed = earlyoom がプロセスの強制終了を試みて { $count } 回失敗、最後は{ $ago }
memory-killer-to-the-end = ユーザー空間の OOM killer が終端まで { $count } 回作動し、1 回ごとに数秒しか持ちこたえられなかった
memory-killer-exited = ユーザー空間の OOM killer が作動（{ $ago }）、対象のプロセスは終了
memory-killer-unrecorded = ユーザー空間の OOM killer が作動（{ $ago }）、対象のプロセスが終了した記録は無い
memory-late-earlyoom = earlyoom の報告が遅延: 直前の報告から { $gaps }（通常の間隔は { $cadence }）
memory-late-monitor = モニターのサンプルが遅延: 直前のサンプルから { $gaps }（通常の間隔は { $cadence }）
memory-late-gap = { $gap }
memory-low-flat = メモリは少ないが横ばい: 最後の { $lasted }にわたり約 { $value } MiB
memory-nvmap = ボードのアロケータがメモリを得られなかった（最後は{ $ago }）
memory-oom-unreaped = カーネルの OOM killer がホスト全体を対象に { $count } 回作動（最後は{ $ago }）、メモリの回収に { $unreaped } 回失敗{ $victim }
memory-oom-to-the-end = カーネルの OOM killer がホスト全体を対象に終端まで { $count } 回作動し（最後は{ $ago }）、1 回ごとに数秒しか持ちこたえられなかった{ $victim }
memory-oom-last = カーネルの OOM killer がホスト全体を対象に作動し（{ $ago }）、記録はそこで途切れている{ $victim }
memory-oom-recovered = カーネルの OOM killer がホスト全体を対象に作動したが（{ $ago }）、その後も処理は続いている{ $victim }
memory-oom-victim = 。最後に強制終了されたのは { $name }（pid { $pid }）
memory-oom-victim-reaped = 。最後に強制終了されたのは { $name }（pid { $pid }）で、そのメモリは回収済み
memory-oomd = メモリとスワップを使い切ったため、systemd-oomd が cgroup を強制終了（{ $ago }）
memory-oomd-to-the-end = メモリとスワップを使い切ったため、systemd-oomd が終端まで { $count } 個の cgroup を強制終了
memory-page-allocation = カーネルが 1 ページも割り当てられなかった（{ $ago }）
memory-panic = メモリ枯渇でカーネルがパニックし、ログにもそう記録されている
memory-panic-no-victim = カーネルはメモリも強制終了の対象も見つけられず、記録はそこで途切れている
memory-pressure-flushes = メモリ逼迫のためサービスがキャッシュを { $count } 回破棄
memory-pressure-stalled = 最後のサンプルで、全タスクがメモリを待っていた時間の割合が { $share } %（PSI の full）
memory-reports-stop = { $cadence }ごとに届いていた earlyoom の報告が途絶え、ブートはその後少なくとも { $silent }続いた。最後の報告では { $value } MiB
memory-swap-zram = 圧縮スワップ（zram）が { $count } ページの書き込みを拒否、最後は{ $ago }
memory-swap-none-left = カーネルが確認した時点で、{ $total } MiB のスワップに空きは無かった
memory-swap-used-up = 最後のサンプル（{ $ago }）でスワップを使い切っていた
memory-watchdogs = { $units } がウォッチドッグに応答せず、最後は{ $ago }
memory-zero = 最後のサンプル（{ $ago }）で利用可能メモリは { $total } MiB 中 { $value } MiB（{ $share } %）{ $held }
memory-zero-held = 、枯渇状態が { $lasted }継続

## Evidence: heat

## Evidence: another cause

## How a boot ended

## Blind windows

unwritten = 突然の終了では、直前およそ { $loss }の通常の行がディスクに届いていないことがあります。優先度 crit 以上は直ちに書き込まれますが、パニックはほとんど残りません{ $stopped }{ $lost }。
unwritten-stopped = 。それより前に書き込めなくなっていました
unwritten-lost = 。最後のエントリより後の { $count } 件が欠けていることが分かっています
unsampled = このファイルは再起動の後（次のブートの開始から { $after }後）に始まり、このブートについては何も含みません。「>」で起動し直した監視は、それまでの記録を失います。
the-journal = ジャーナル
covers-kernel = ブート全体のカーネルと systemd の行
covers-kernel-driver = ブート全体のカーネル、NVIDIA ドライバ、systemd の行
covers-kernel-earlyoom = ブート全体のカーネル、earlyoom、systemd の行
covers-kernel-driver-earlyoom = ブート全体のカーネル、NVIDIA ドライバ、earlyoom、systemd の行
covers-no-programs = 他のプログラムについては無し
covers-programs = { $count ->
   *[other] 他のプログラムについては最後の { $count } エントリの範囲
}

## What surrounds the end: context, controls, protection

control-low = 利用可能メモリが { $lasted }にわたり { $lowest } MiB まで下がったが、処理は完了した。少ないことと枯渇は別
survived = 。途中で耐えたもの: { $what }
survived-frame = { $lasted }{ $next }{ $kernel }
survived-up = 。稼働時間は { $up }
survived-next = 。次のブートは { $gap }後に開始
survived-kernel = （カーネルは { $old } から { $new } に変更）
survived-allocations = GPU ドライバの割り当て失敗（NV_ERR_NO_MEMORY）{ $count } 回
survived-earlyoom = earlyoom による強制終了 { $count } 回
survived-oom-kills = カーネルによるホスト全体を対象とした強制終了 { $count } 回
survived-cgroup-kills = コンテナ自身のメモリ上限による強制終了 { $count } 回
survived-trips = 危険温度の報告 { $count } 回
survived-xids = Xid { $count } 件
survived-low = { $at } に利用可能メモリが { $total } MiB 中 { $value } MiB（{ $share } %）まで低下し、{ $back } % まで回復
survived-low-stayed = { $at } に利用可能メモリが { $total } MiB 中 { $value } MiB（{ $share } %）まで低下し、そのまま推移
survived-sensor = { $sensor } が { $value } °C
survived-gpu = GPU が { $value } °C
survived-hottest = 最も高温のセンサーが { $value } °C
survived-slowdown = GPU の熱によるスローダウン
habit-boots = 。同様のものはこのホストの正常なブート { $all } 回中 { $with } 回にもある
habit-boots-dense = 。同程度に密集したものはこのホストの正常なブート { $all } 回中 { $with } 回にもある
habit-starts = 。正常な終了後の起動 { $all } 回中 { $with } 回でも同じ記録がある
context-holders = カーネルのプロセス一覧（{ $ago }）: { $largest }。全 { $count } プロセスの合計は { $total } MiB{ $of-memory }
context-holder = { $name } { $held } MiB
context-holders-of-memory = （全メモリは { $memory } MiB）
context-holders-rest-unified = （全メモリは { $memory } MiB）。残りはどのプロセスのものでもなく、GPU ドライバ、キャッシュ、カーネルが保持しており、プロセスを強制終了しても戻るとは限らない
context-holders-rest = （全メモリは { $memory } MiB）。残りはキャッシュ、共有メモリ、カーネルのもの
context-choice = earlyoom が選んだ対象（{ $ago }）: { $name }{ $pid }、保持していたメモリは { $held } MiB{ $times }
context-choice-pid = （pid { $pid }）
context-choice-times = 。最後の 1 時間に { $count } 回シグナルを送信
context-gpu = { $program } が GPU メモリを確保できなかった（{ $ago }{ $times }）{ $numbers }。これで終わるのはプロセスであって、ホストではない
context-gpu-times = 、最後の 1 時間に { $count } 回
context-gpu-numbers = 。要求は { $tried } MiB、予約済みで未割り当ては { $unused } MiB。{ $verdict }
context-gpu-pieces = 未使用分は足りていたが、小さく分かれていた: 断片化
context-gpu-one-piece = 空きと合わせて一続きであれば足りていた: 断片化
context-gpu-limit = デバイスの空きは要求以上にあった: 上限の設定かドライバの拒否であり、アロケータの問題ではない
context-gpu-part = 多くが断片のまま未使用: 断片化も一因
context-gpu-used-up = 未使用分はほとんど無い: 実際にメモリを使い切った
context-killed-limit = { $name } が自身の cgroup のメモリ上限で強制終了された（{ $ago }{ $times }）。上限によるもので、ホストの枯渇ではない
context-killed-oomd = systemd-oomd が { $cgroup } をその cgroup のメモリ逼迫のため強制終了（{ $ago }{ $times }）。ホストが止められたのではない
context-killed-userspace = { $killer } がプロセスを強制終了（{ $ago }{ $times }）。止められたのはプロセスであって、ホストではない
context-killed-times = 、最後の 1 時間に { $count } 回
protection-earlyoom-failed = プロセスの強制終了を試みて { $count } 回失敗、最後は{ $ago }
protection-earlyoom-signalled = プロセスにシグナルを送信（{ $ago }）
protection-earlyoom-idle = 作動するのは、利用可能メモリが { $mem-limit } % 以下で、かつ空きスワップも { $swap-limit } % 以下の場合のみ{ $assumed }。空きスワップは { $total } MiB 中 { $lowest } MiB（{ $share } %）を下回らなかったため、何もしなかった
protection-earlyoom-assumed = （既定値。起動時のログは記録に無い）
protection-kills = カーネルがホスト全体を対象に { $count } 回強制終了、最後は{ $ago }
protection-no-kill-unified = ホスト全体を対象とする強制終了の記録は無い。GPU ドライバの割り当ては OOM killer を呼ばずに失敗するため、記録が無くてもメモリが残っていたとは言えない
protection-no-kill = ホスト全体を対象とする強制終了の記録は無い。最後の 35 秒の強制終了はディスクに届いていない可能性がある

## Advice

advice-zone = { $name } の時刻がどのタイムゾーンのものかを指定して（--tz）、もう一度実行してください。
advice-zone-why = 時刻にタイムゾーンが無く、それを決めるものも無いため、サンプルをこのブートに当てはめられませんでした
advice-headroom-unified = メモリは nvidia-smi ではなく MemAvailable で見積もってください。このホストでは GPU の割り当てもホストメモリです。ロード時のピーク（一時的に常駐サイズの約 2 倍）に備えて余裕を残してください。
advice-headroom = 余裕を残してください。稼働させるものの合計がホストのメモリを超えないようにします。
advice-headroom-why = メモリは少なくても安定していれば耐えられますが、ゼロになると耐えられません
advice-one-heavy-job = 上限の無い重いジョブは一度に一つだけ実行し、並行して動かすサーバーには上限を設定してください（vLLM: --gpu-memory-utilization 0.5 以下）。
advice-one-heavy-job-why = 終端では { $count } 個のコンテナとサービスが稼働しており、そのうち GPU を使うものは一つのメモリプールを共有しています
advice-fragmentation = PyTorch のジョブを実行していた場合は、アロケータがセグメントを拡張できるようにしてください（torch 2.9 以降の変数名は PYTORCH_ALLOC_CONF）。
advice-fragmentation-why = 断片化で見られるような急激な減少でした
advice-ladder = 学習やロードの段階で減少が始まる場合は、次の順に試してください。実行の合間にページキャッシュを解放する（実行中には行わない）、シーケンス長を短くする、バッチを小さくする、手法を軽くする（QLoRA より先に bf16 LoRA）、最後にモデルを小さくする。
advice-ladder-why = 順序が重要で、先にバッチを小さくしてもほとんど効果がありません
advice-earlyoom = /etc/default/earlyoom で、earlyoom がメモリだけで作動し（-s 100）、1 分ごとに報告する（-r 60）ように設定してください。
advice-earlyoom-why = 空きスワップも少なくなるのを待つ設定で、そうなりませんでした
advice-install-earlyoom = earlyoom を -s 100 -r 60 でインストールしてください。ホストが落ちる前に作動し、その報告は証拠になります。
advice-install-earlyoom-why = このブートではユーザー空間の OOM killer が見つかりませんでした
advice-container-limits = コンテナのメモリ上限に頼らないでください。
advice-container-limits-why = ドライバの割り当てはコンテナのメモリ cgroup に計上されません
advice-faster = 1～5 秒ごとにサンプルを取り、1 行ごとに fsync してください。対象は MemAvailable、スワップ、PSI、すべてのサーマルゾーン、GPU の温度、電力、スローダウンのビットで、時刻にはタイムゾーンを付け、ファイルには追記します。
advice-faster-why = このブートには、終端の兆候を捉えられるサンプラーがありませんでした
advice-cap-clock = GPU のクロックに上限を設定してください。GB10 では 0,2000 で、上限なしの場合より約 10 °C 低くなります。
advice-cap-clock-why = 過熱していた GB10 が、この設定の後は 26 日間再起動せずに稼働しました
advice-air = 通気経路を清掃し、室温と機器の積み重ねを確認してください。
advice-air-why-trip = 温度保護が設計どおりに作動しました
advice-air-why-sensor = センサーの温度が上限に達しました
advice-zones = GPU 自身のセンサーだけでなく、チップの最も高温のゾーンを 30～60 秒ごとに記録してください。
advice-zones-why = GPU のセンサーは遅れて追随します。ゾーンが 97.8 °C、GPU が 87 °C の時点で電源が切れた例があります
advice-memtest = 何よりも先にメモリモジュールを検査してください。
advice-memtest-why = 1 ビットの反転を伴う構造体の破損は、過去の事例ではモジュールの故障でした
advice-power = 電源経路（電源ユニット、ケーブル、電気回路、UPS）を確認し、負荷時の 12 V ラインを監視してください。
advice-power-why = ドライブが予告なく電源を失いました
advice-crash-record = クラッシュの記録を読んでください。最も新しい行は最後の部分にあります。
advice-crash-record-why = ジャーナル自体にはパニックが残りません
advice-mixed = 一度に一つだけ変えてください。ある実行ではクロックに上限を設定し（nvidia-smi -lgc 0,2100）、次の実行ではメモリの負荷を半分にします。
advice-mixed-why = メモリと熱の両方が限界にあり、どちらが先だったかは記録から分かりません
advice-shutdown = 再起動の前に負荷を止め、停止できなかったユニットを確認してください。
advice-shutdown-why = シャットダウン自体がハングしました
advice-gpu = 次に障害が起きたら直ちにドライバ自身のレポートを保存し、GPU のスロット、電源、冷却を確認してください。
advice-gpu-why = 終端の前に GPU またはそのドライバに障害が発生しました
advice-persist = すべてのログを残してください。ジャーナルを永続化し、同期間隔を短くします。
advice-persist-why = 最後の 35 秒とともに失われた記録からは、原因を特定できません
advice-disk-full = ジャーナルを置くディスクの空きを確保し、ジャーナルの使用量に上限を設定してください。
advice-disk-full-why = journald は終端より前に書き込めなくなり、その後のことは記録に残っていません
advice-capture = ハングしても記録が残る仕組みを有効にしてください: pstore（efi_pstore または ramoops と systemd-pstore）、kdump、別のホストへの netconsole。
advice-capture-why = パニックやハングはジャーナルに行を残しません
advice-field-diagnostic = 痕跡のないまま再発する場合は、ベンダーのフィールド診断を実行してください。
advice-field-diagnostic-why = 電源、ファームウェア、ハードウェアは除外できていません
source-article = ある DGX Spark の事後分析
source-skills = DGX Spark skills（wshobson/agents、dgx-spark-ops）
source-design = 設計方針
source-earlyoom = earlyoom のマニュアル
source-container-issues = vllm の issue 54200、sglang の issue 35860
source-kernel-thermal = カーネルのドキュメント、thermal
source-field-note = GB10 の突然の電源断に関する現場の記録
source-dimm = 公開事例: DIMM の故障
source-psu = 公開事例: 電源ユニットの停止
source-pstore = systemd-pstore のマニュアル
source-systemd = systemd のマニュアル
source-nvidia-bug = NVIDIA の不具合報告フォーム
source-journald = journald.conf(5)
source-spark-support = NVIDIA DGX Spark のサポート
source-vendors = 各ベンダーのサポートガイド

## The summary

sentences = { $first }{ $second }
summary-pieces = { CAPITAL($pieces) }。
summary-panic = { CAPITAL($pieces) }。パニックの理由はジャーナルに残っていません。
summary-gpu = { CAPITAL($pieces) }。ホストを止めたものは記録されていません。
summary-corruption = { CAPITAL($pieces) }。ハードウェアの故障が疑われます。
summary-watchdog = { CAPITAL($pieces) }。ホストがハングしていたかどうか、その理由は記録されていません。
summary-stopped = { CAPITAL($pieces) }。それより前に journald は書き込めなくなっていました。
summary-stopped-before-end = { CAPITAL($pieces) }。終端より前に journald は書き込めなくなっていました。
summary-mixed = { CAPITAL($memory) }。また、{ $heat }。どちらがホストを止めたのか、記録からは判断できません。
summary-memory-not-enough = メモリ枯渇と断定するには不足です: { $why }。
summary-heat-not-enough = 熱と断定するには不足です: { $why }。
summary-not-heat = 熱は除外できます: { $why }。
summary-not-memory = メモリは除外できます: { $why }。

## Patterns over boots

pattern-of-host = { $host }: { $pattern }
pattern-those = { $cause }のもの: { $pattern }
pattern-count = 終了したブート { $ended } 回のうち { $crashed } 回が予期しない終了
pattern-count-of-cause = { $crashed ->
   *[other] 終了したブート { $ended } 回のうち { $crashed } 回が予期しない終了、原因はいずれも{ $cause }
}
pattern-by-cause = { $cause }: { $count } 回
pattern-memory = メモリ枯渇
pattern-heat = 熱
pattern-finding = 原因不明（{ $finding }）
pattern-no-trace = 原因不明（痕跡なし）
pattern-into-the-boot = いずれも起動から { $shortest }～{ $longest }後に終了
pattern-time-of-day = いずれも UTC の { $from }～{ $to } に終了
pattern-workload = どの終端でも { $names } が稼働中。正常に終了したブート { $healthy } 回のうち、起動されていたのは { $most } 回
pattern-kernel = いずれもカーネル { $version } で稼働。正常に終了した { $healthy } 回には無い
pattern-driver = いずれもドライバ { $version } で稼働。正常に終了した { $healthy } 回には無い
pattern-firmware = いずれもファームウェア { $version } で稼働。正常に終了した { $healthy } 回には無い
pattern-signal = いずれも次を記録: { $signal }。正常に終了した { $healthy } 回には無い

## Signals in words

signal-earlyoom-kill = earlyoom がプロセスを終了させる
signal-earlyoom-kill-failed = earlyoom がプロセスを終了させられない
signal-earlyoom-low-memory = earlyoom がメモリ不足を警告する
signal-kernel-corruption = カーネルが自身のメモリの破損を検出する
signal-kernel-firmware-record = ファームウェアがハードウェアエラーを通知する
signal-kernel-hard-lockup = CPU が固まる（ハードロックアップ）
signal-kernel-hardware-protection = ハードウェア保護がホストを停止する
signal-kernel-hardware-protection-forced = ハードウェア保護が電源を強制的に切る
signal-kernel-hung-task = タスクが数分間ブロックされる
signal-kernel-machine-check = マシンチェック例外
signal-kernel-memory-error = メモリエラー
signal-kernel-messages-lost = カーネルメッセージが失われる
signal-kernel-nvmap-allocation-failed = ボードのアロケータがメモリを得られない
signal-kernel-oom-invoked = OOM killer が呼ばれる
signal-kernel-oom-kill = OOM killer が終了させる
signal-kernel-oom-no-victim = OOM killer が対象を見つけられない
signal-kernel-oom-reaped = 終了したプロセスがメモリを返す
signal-kernel-oom-requested = OOM killer が手動で呼ばれる
signal-kernel-oom-summary = OOM killer の要約
signal-kernel-oops = カーネル oops
signal-kernel-page-allocation-failure = カーネルがページを得られない
signal-kernel-panic = カーネルパニック
signal-kernel-pcie-corrected = 訂正済みの PCI Express エラー
signal-kernel-pcie-error = PCI Express エラー
signal-kernel-rcu-stall = CPU のストール（RCU）
signal-kernel-reset-reason = 前回のリセットの理由
signal-kernel-soft-lockup = CPU が固まる（ソフトロックアップ）
signal-kernel-storage-error = ストレージエラー
signal-kernel-storage-lost = ストレージデバイスの消失
signal-kernel-suspend-entry = サスペンドへの移行
signal-kernel-suspend-exit = サスペンドからの復帰
signal-kernel-swap-write-error = スワップへの書き込みエラー
signal-kernel-sysrq = SysRq のキーまたはコマンド
signal-kernel-thermal-critical = 危険温度への到達
signal-kernel-thermal-throttle = 熱による CPU のスロットリング
signal-kernel-watchdog-not-stopped = ウォッチドッグが動作したまま残る
signal-kernel-watchdog-reset = ウォッチドッグによるリセット
signal-kernel-workqueue-lockup = カーネルの処理（workqueue）が固まる
signal-life-unit-oom = ユニットのプロセスが OOM killer に終了させられる
signal-life-watchdog-timeout = サービスがウォッチドッグに応答しない
signal-nvrm-address-space = ドライバがメモリをマップできない
signal-nvrm-allocation-failed = ドライバがメモリ領域を割り当てられない
signal-nvrm-check = ドライバのチェックの失敗
signal-nvrm-firmware-stopped = GPU のファームウェアが応答しなくなる
signal-nvrm-gpu-locked = GPU が固まる
signal-nvrm-init-failed = GPU を初期化できない
signal-nvrm-init-no-memory = メモリ不足で GPU を初期化できない
signal-nvrm-no-memory = ドライバがメモリを得られない（NV_ERR_NO_MEMORY）
signal-nvrm-off-bus = GPU がバスから外れる
signal-nvrm-xid = GPU エラー（Xid）
signal-userspace-oomd-kill = systemd-oomd が終了させる

## The frame of the report

event-times = { $lasted }で { $count } 回: { $line }
event-last-sample = { $sampler } の最後のサンプル: { $values }
sample-sensor = { $sensor } { $value }
sample-available = 利用可能メモリ{ $device } { $value }
sample-swap-free = スワップ空き{ $device } { $value }
sample-swap-used = スワップ使用{ $device } { $value }
sample-of-swap-used = スワップ使用率{ $device } { $value }
sample-soc = SoC{ $device } { $value }
sample-gpu = GPU{ $device } { $value }
sample-power = 電力{ $device } { $value }

## Problems with the input
