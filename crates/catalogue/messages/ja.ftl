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
survived-earlyoom = earlyoom による終了 { $count } 回
survived-oom-kills = ホスト全体に対するカーネルの終了 { $count } 回
survived-cgroup-kills = コンテナ自身のメモリ上限による終了 { $count } 回
survived-trips = 危険温度の報告 { $count } 回
survived-xids = Xid { $count } 件
survived-low = { $at } に利用可能メモリが { $total } MiB 中 { $value } MiB（{ $share } %）まで低下し、{ $back } % まで回復
survived-low-stayed = { $at } に利用可能メモリが { $total } MiB 中 { $value } MiB（{ $share } %）まで低下し、そのまま推移
survived-sensor = { $sensor } が { $value } °C
survived-gpu = GPU が { $value } °C
survived-hottest = 最も高温のセンサーが { $value } °C
survived-slowdown = GPU の熱によるスローダウン

## Advice

advice-zone = { $name } の時刻がどのタイムゾーンのものかを指定して（--tz）、もう一度実行してください。
advice-zone-why = 時刻にタイムゾーンが無く、それを決めるものも無いため、サンプルをこのブートに当てはめられませんでした

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

after-record = 記録の終わりから { $age }後
unknown = 不明
boot-name = ブート { $offset }（{ $id }）
verdict-at = { $when } に
verdict-asked = （要求元: { $who }）
verdict-known = 。{ $what }
verdict-unexpected = { $boot } は{ $at }予期せず終了しました: { $cause }。
verdict-clean = { $boot } は{ $at }{ $how }正常に終了しました{ $asked }。
verdict-copied = { $boot } には終端がありません。ジャーナルのコピー時にまだ稼働していたか、最後のエントリの後に（{ $at }）停止しました。
verdict-running = { $boot } は稼働中です。
verdict-undetermined = { $boot } : どのように終了したかは判断できません{ $known }。
cause-not-judged = 原因は判定していません
cause-unknown-here = 原因不明
cause-no-trace = 原因不明。原因を示す記録はありません
cause-unknown-mixed = 原因不明。{ $finding }
cause-unknown-finding = 原因不明。記録にあるもの: { $finding }{ $confidence }
cause-named = { $cause }{ $confidence }
with-confidence-high = （確度: 高）
in-brackets-confidence-high = （確度: 高）
confidence-high = 高
with-confidence-medium = （確度: 中）
in-brackets-confidence-medium = （確度: 中）
confidence-medium = 中
with-confidence-low = （確度: 低）
in-brackets-confidence-low = （確度: 低）
confidence-low = 低
cause-memory-exhaustion = メモリ枯渇
cause-thermal = 熱
cause-unknown = 不明
hypothesis-memory-exhaustion = メモリ枯渇
hypothesis-thermal = 熱
hypothesis-other = 別の原因
ending-clean = 正常
ending-unexpected = 予期せず
ending-running = 稼働中
ending-undetermined = 判断不能
weight-decisive = 決定的
weight-strong = 強い
weight-moderate = 中程度
weight-weak = 弱い
finding-kernel-panic = カーネルパニック
finding-kernel-oops = カーネルの内部エラー（oops）
finding-lockup = CPU または GPU のロックアップ
finding-storage-lost = ストレージデバイスの消失
finding-gpu-off-bus = GPU がバスから外れた
finding-gpu-driver-fault = GPU のドライバまたはファームウェアの障害
finding-pcie-fatal = 致命的な PCI Express エラー
finding-memory-error = 訂正不能なメモリエラー
finding-machine-check = マシンチェック例外
finding-memory-corruption = カーネルメモリの破損
finding-power-loss = 電源断
finding-watchdog-reset = ウォッチドッグによるリセット
finding-firmware-reset = ファームウェアによるリセット
finding-shutdown-hung = シャットダウンの停滞
finding-resume-failed = サスペンドから復帰しなかった
finding-mixed = メモリ枯渇と熱の両方が強く示唆される
finding-no-trace = 原因を示す記録なし
short-kernel-panic = カーネルパニック
short-kernel-oops = カーネルの内部エラー（oops）
short-lockup = CPU または GPU のロックアップ
short-storage-lost = ストレージデバイスの消失
short-gpu-off-bus = GPU がバスから外れた
short-gpu-driver-fault = GPU のドライバまたはファームウェアの障害
short-pcie-fatal = 致命的な PCI Express エラー
short-memory-error = 訂正不能なメモリエラー
short-machine-check = マシンチェック例外
short-memory-corruption = カーネルメモリの破損
short-power-loss = 電源断
short-watchdog-reset = ウォッチドッグによるリセット
short-firmware-reset = ファームウェアによるリセット
short-shutdown-hung = シャットダウンの停滞
short-resume-failed = サスペンドから復帰しなかった
short-mixed = メモリ枯渇と熱の両方が強く示唆される
short-no-trace = 原因を示す記録なし
detail-reboot = 再起動で
detail-poweroff = 電源オフで
detail-halt = 停止（halt）で
detail-kexec = 別のカーネルの起動（kexec）で
detail-abrupt = 記録は途中で途切れています。シャットダウンもパニックもありません。
detail-shutdown-unfinished = シャットダウンが始まりましたが、完了しませんでした。
detail-suspended = サスペンドしたまま復帰しませんでした。
detail-panic = カーネルがパニックを起こしました。
detail-watchdog = ウォッチドッグがリセットしました。
detail-thermal-trip = 危険温度に達し、カーネルがシャットダウンしました。
detail-firmware-reset = ファームウェアまたはハードウェアがリセットしました。
detail-rotated = 終端を含むジャーナルは削除されています（ローテーションまたは vacuum）
detail-volatile = ジャーナルはメモリ上にのみあり、失われています
detail-header-only = 読めないジャーナルファイルのヘッダーにのみ名前があります
detail-no-system-entries = ユーザーのエントリのみが残り、システム自身のものはありません
end-reboot = 再起動
end-poweroff = 電源オフ
end-halt = 停止（halt）
end-kexec = kexec
clean-asked = { $how }（要求元: { $who }）
no-end-mark = コピーされたジャーナルに終端の印が無い（--ended で停止したものとして判定）
unknown-finding = 不明: { $finding }
flips-without = { $id } が無ければ判定は変わります。
runner-up = 次点: { $cause }。
last-entry = 最後のエントリ { $at }
last-sample = 最後のサンプル { $at }
last-sample-later = 最後のサンプル { $at }（{ $later }後）
next-boot-at = 次のブートは { $at } に開始（{ $later }後）
next-boot-untold = 次のブートの開始時刻は、その時計からは分かりません
next-boot-none = これより後のブートの記録はありません
end-bounds = { $seen }。{ $then }。
neither-memory-nor-heat = メモリでも熱でもない原因
evidence-for = { $what }を支持する証拠
evidence-for-other = { $what }を支持する証拠（判定とは別）
evidence-against = { $what }に反する証拠
no-such-line = { $times }、記録されたはずの行が無い
and-more-lines = { $first } ほか { $more } 行
from-to = { $from }～{ $to }
absent-from-to = { $from }～{ $to }
absent-from = { $from } から
rate-clean = 正常に終了した { $all } 回のうち { $with } 回
rate-unexpected = 予期せず終了した { $all } 回のうち { $with } 回
n-of-m = { $all } 回中 { $with } 回
protection-earlyoom = earlyoom: { $text }
protection-oom-killer = カーネルの OOM killer: { $text }
in-this-boot = このブートの途中
in-boot = ブート { $id }
control-between = { $text }（{ $which }、{ $from }～{ $to }）
control = { $text }（{ $which }）
machine-host = ホスト
machine-product = 製品
machine-driver = ドライバ
machine-os = OS
machine-kernel = カーネル
machine-firmware = ファームウェア
machine-memory = メモリ
machine-swap = スワップ
machine = マシン
mib = { $mib } MiB
mib-shared = { $mib } MiB（CPU と GPU で共有）
input-rows = { $path }: { $count } 行{ $rejected }{ $zone }
input-entries = { $path }: { $count } エントリ{ $rejected }{ $zone }
input-rejected = 、読み取れないもの { $count }
input-zone = 。時刻は { $zone } として読みました{ $basis }
zone-cells = （ファイル自身の表記）
zone-given = （指定による）
zone-host = （このホストのタイムゾーン）
zone-uptime = （稼働時間の列がブートと合う）
zone-restart = （監視の再開がブートと合う）
zone-agreement = （メモリの値が earlyoom と合う）
zone-only-fit = （ほかのオフセットではブートに収まらない）
zone-assumed = （仮定。--tz で確定できます）
redacted-nothing = 秘匿処理: 個人情報は見つかりませんでした。公開する前にもう一度お読みください。
redacted = 秘匿処理: { $kinds }。同じ置き換え名は常に同じものを指します。公開する前にもう一度お読みください。
redacted-host-names = ホスト名
redacted-user-names = ユーザー名
redacted-ip-addresses = IP アドレス
redacted-mac-addresses = MAC アドレス
redacted-serial-numbers = シリアル番号
redacted-uuids = UUID
redacted-machine-ids = マシン ID
redacted-other-ids = その他の ID
redacted-email-addresses = メールアドレス
redacted-key-fingerprints = 鍵のフィンガープリント
redacted-secrets = 秘密情報
redacted-container-ids-shortened = 短縮したコンテナ ID
problem-in-line = { $line } 行目: { $what }
problem-in = { $path } の問題{ $line }: { $what }
problem-line = （{ $line } 行目）
more-problems = ほか { $count } 件の問題（すべては -o json に）
clock-back = { $at } に時計が { $by }戻されました。
clock-forward = { $at } に時計が { $by }進められました。
why-source = 理由: { $why } [{ $source }]
why = 理由: { $why }
boots = { $count ->
   *[other] ブート { $names }
}
covers-between = 、{ $from }～{ $to }
covers-from = 、{ $from } から
covers-until = 、{ $to } まで
covers-nothing = ここで役立つものは無し
covers = { $source }{ $span }: { $shows }
hottest-of = （{ $count } 個のセンサーのうち最も高温のもの）
blind-aside = { $text }{ $aside }
blind-climb = その後の急な上昇は、ここでは見えません。
blind-fall = その後の急な減少は、ここでは見えません。
blind = { CAPITAL($name) }: { $text }{ $judged }
series-of = { $sampler } の{ $series }
since = （{ $at } から）
kind-container = コンテナ
kind-unit = ユニット
kind-process = プロセス
nameless = { $count ->
   *[other] ID のみが分かるコンテナ { $count } 個: { $ids }
}
nameless-newest = ID のみが分かるコンテナ { $count } 個、新しいもの: { $ids }（すべては -o json に）
absent = 無いもの: { $what }{ $because }
absent-because = （あれば見えたはず: { $why }）
and-more = 、ほか { $count }
more = ほか { $count }
more-with-v = ほか { $count }（-v ですべて表示）
minutes-each = 最後のサンプル（{ $step }ごとに 1 行）
minutes-each-minute = 最後のサンプル（1 分ごとに 1 行）
minutes-to = まで
minutes-legend = { $columns }。サンプルは、その区間を閉じる行に一度だけ現れます。- はサンプルなし。
metric-mem-available-mib = 利用可能メモリ
metric-mem-free-mib = 空きメモリ
metric-mem-used-mib = 使用メモリ
metric-swap-used-mib = 使用スワップ
metric-swap-used-pct = 使用スワップ
metric-swap-free-mib = 空きスワップ
metric-gpu-temp-c = GPU 温度
metric-soc-temp-c = SoC 温度
metric-gpu-mem-used-mib = 使用 GPU メモリ
metric-power-w = 電力
metric-gpu-util-pct = GPU 負荷
metric-cpu-util-pct = CPU 負荷
metric-clock-mhz = GPU クロック
metric-throttle-bits = クロック低下の理由
metric-thermal-slowdown-s = 熱によるスローダウンの時間
metric-psi-some-avg10 = メモリ圧迫（PSI）
metric-psi-full-avg10 = メモリ圧迫（PSI）
metric-mem-total-mib = 総メモリ
metric-swap-total-mib = 総スワップ
metric-load1 = ロードアベレージ
metric-uptime-s = 稼働時間
metric-fan-pct = ファン回転率
metric-voltage-v = 電圧
metric-entries = エントリ
no-boot = 表示するブートはありません。
short-entries = { $count } エントリ
short-bounds = { $from }～{ $to }（{ $zone }）
on-record = 記録: { $what }。
next-boot-later = 次のブートは { $later }後に開始しました。
add-ended = 停止したものとして判定するには --ended を付けてください。
heading-last-events = 最後のイベント
totals = 合計: メモリ枯渇 { $memory }、熱 { $heat }、別の原因 { $other }。
heading-happened-last = 最後に起きたこと
times-until = { $text }（{ $until } までに { $count } 回）
times = { $text }（{ $count } 回）
heading-patterns = 複数のブートにわたって
heading-read = 読み取ったもの
all-times = 時刻はすべて { $zone } です。
heading-coverage = 各情報源の範囲
heading-running = 稼働していたもの
heading-protection = ホストを守るはずだったもの
heading-context = メモリの保有者と、終了・拒否されたもの
heading-controls = このホストが似た条件で耐えたもの
heading-do = 対処
heading-settle = 確定に必要なもの
none-found-here = 見つかりませんでした
none-found = 見つかりませんでした。
heading-unseen = 記録には現れ得なかったこと
heading-rates = 同様の行がこのホストの他のブートにもあるか
heading-citations = 各行の出所
heading-recorded = 記録されたもの、されなかったもの
heading-raw = 元の行とその出所
title-why = なぜ再起動したのか:
pattern-name = 傾向:
pattern-label = 傾向: {""}
more-on-one-boot = 1 つのブートの詳細: 同じ入力で spark-autopsy --boot OFFSET
caption = { $count ->
   *[other] ブート { $count } 回{ $of }{ $when }
}
caption-of = （{ $hosts }）
caption-when = 、{ $from }～{ $to }、時刻は { $zone }
overview-caption = ブート { $count } 回、うち予期しない終了 { $unexpected } 回
made-by = 作成: { $name } { $version }
column-boot = ブート
column-boot-id = ブート ID
column-first-entry = 最初のエントリ
column-last-entry = 最後のエントリ
column-entries = エントリ数
column-start = 開始
column-end = 終了
column-gap = 間隔
column-ending = 終了の種類
column-cause = 原因
column-confidence = 確度
column-conf = 確度
column-key-evidence = 主な証拠
column-time = 時刻
column-before-end = 終端まで
column-event = イベント
column-weight = 重み
column-says = 内容
column-when = 時点
column-where = 場所
column-rule = 規則
column-line = 行
column-clean = 正常に終了したブート
column-unexpected = 予期せず終了した他のブート
chart-caption = 記録の最後の { $minutes } 分間。点線はその終わりを示します。
chart-legend = { $title }: { $curves }。
chart-memory = 利用可能メモリ
chart-temperature = 温度
chart-end = 終端 { $at }

## Problems with the input
