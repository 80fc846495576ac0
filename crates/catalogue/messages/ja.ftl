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

thermal-climb = { $sensor } が { $lasted }で { $rise } °C 上昇し、最後のサンプルでもなお { $value } °C{ $power }
thermal-climb-power = （その間、電力は約 { $watts } W で横ばい）
thermal-cool = { $sensor } は最後の 10 分間のサンプルで最高 { $peak } °C、最後のサンプルは{ $ago }
thermal-cool-gpu = GPU は最後の 10 分間のサンプルで最高 { $peak } °C、最後のサンプルは{ $ago }
thermal-cool-hottest = 最も高温のセンサーでも最後の 10 分間のサンプルで最高 { $peak } °C、最後のサンプルは{ $ago }
thermal-daemon = 温度監視デーモンが危険温度への到達を報告し（{ $ago }）、ホストの電源が切られた
thermal-gpu-hot = GPU が { $value } °C（最後のサンプル、{ $ago }）
thermal-no-trip = カーネルはサーマルトリップを記録していない
thermal-no-trip-what = 「critical temperature reached」や「HARDWARE PROTECTION」の行が無い
thermal-no-trip-because = このブートのカーネルの行は読み込まれており、journald はこの種の行（優先度 EMERG）を直ちにディスクに書き込む
thermal-slowdown = GPU の熱によるスローダウンが、最後のサンプルまで { $lasted }続いていた
thermal-slowdown-counter = 熱によるスローダウンの累積時間が、最後のサンプルでもまだ増えていた
thermal-trip-shut-down = { $heat }をカーネルが検出し（{ $ago }）、そのためホストを停止した
thermal-trip-unfinished = { $heat }をカーネルが検出した（{ $ago }）が、それに続くはずの停止処理が無いまま記録が途切れている
thermal-trip-cancelled = { $heat }をカーネルが検出した（{ $ago }）が、シャットダウンは取り消されており、このブートを終わらせたものではない
thermal-trip-averted = { $heat }をカーネルが検出した（{ $ago }）が、ホストは稼働を続けており、このブートを終わらせたものではない
thermal-trip-zone = { $zone } の危険温度 { $celsius } °C への到達
thermal-trip-zone-only = { $zone } の危険温度への到達
thermal-trip-implausible = { $zone } の { $celsius } °C（カーネルは危険温度とみなしたが、センサーかトリップ点の値が誤り）
thermal-trip-protection = 熱（ハードウェア保護）
thermal-trip-pin = ハードウェア自身のレジスターが、リセットの理由としてサーマルトリップピンを示している
thermal-trip-pin-limit = ハードウェア自身のレジスターが、リセットの理由としてプロセッサーの温度上限だけを示している
thermal-zone-long = { $reading }（最後のサンプル、{ $ago }）、{ $trip }に長くとどまっている
thermal-zone-at-trip = { $reading }（最後のサンプル、{ $ago }）、{ $trip }以上
thermal-zone-within = { $reading }（最後のサンプル、{ $ago }）、{ $trip }との差が 1 °C 以内
thermal-zone-near = { $reading }（最後のサンプル、{ $ago }）、{ $trip }に近い
thermal-zone-reading = { $sensor } が { $value } °C
thermal-zone-hottest = 最も高温のゾーンが { $value } °C
thermal-zone-trip = トリップ点（{ $celsius } °C）
thermal-zone-trip-usual = 一般的なトリップ点（{ $celsius } °C、このホスト自身の値は記録に無い）

## Evidence: another cause

other-corruption = カーネルが自身のメモリの破損を検出した（最後は{ $ago }）
other-cut-nul = 監視の記録で、{ $ago }の行に続く行が NUL バイトで埋まっている: 停電やリセットのように、ホストがファイルを閉じずに止まった
other-cut-mid-line = 監視の記録で、{ $ago }の行に続く行が途中で切れている: 停電やリセットのように、ホストがファイルを閉じずに止まった
other-driver-fault = GPU のドライバまたはファームウェアに障害が発生した（最後の報告は{ $ago }）
other-firmware-record = ファームウェアがこのブートのエラー記録を残している
other-firmware-register = ハードウェア自身のレジスターが、リセットの理由として訂正不能な障害を示している
other-forced = PID 1 がブートを直ちに終了させた（{ $ago }）: 「{ $line }」
other-forced-frozen = PID 1 がクラッシュして実行を停止した（{ $ago }）
other-forced-user = { $user } が終了を要求した（{ $ago }）が、シャットダウンは記録されていない: 強制再起動では記録が残らない
other-forced-somebody = ユーザーが終了を要求した（{ $ago }）が、シャットダウンは記録されていない: 強制再起動では記録が残らない
other-hardware-error = プロセッサーが訂正不能なハードウェアエラーを報告している
other-hardware-error-memory = メモリコントローラーが訂正不能なエラーを報告している
other-hung-driver = GPU ドライバ内でタスクがハングした（最後の報告は{ $ago }）
other-lockup = { $count ->
    [1] カーネルが CPU またはタスクのハングを報告した（{ $ago }）
   *[other] カーネルが CPU またはタスクのハングを { $count } 回報告した（最後は{ $ago }）
}
other-off-bus = GPU がバスから外れた（{ $ago }）
other-oops = カーネル oops が発生した（{ $ago }）
other-panic = カーネルパニックが発生した
other-panic-filed = 次のブートがカーネルのクラッシュ記録を見つけて保存した{ $first }
other-panic-first-on-kernel = 。カーネル { $kernel } での最初のブートだった
other-pcie = 致命的な PCI Express エラーが発生した（{ $ago }）
other-power-unsafe = ドライブが数える異常な電源断の回数が、このブートの前の { $before } から後の { $after } に増えている: 電源が失われた
other-power-clock = 次の起動時にハードウェアクロックが大きく過去に戻っていた: 停電または電源プラグの抜去で待機電力が失われた
other-protection = カーネルのハードウェア保護が作動した（{ $reason }、{ $ago }）
other-resume = ホストがスリープに入り、復帰が記録されていない{ $before }
other-resume-before = 。このブートではそれまでに { $count } 回スリープから復帰していた
other-shutdown = シャットダウンが始まったが、その完了は記録されていない
other-shutdown-stuck = シャットダウンが始まったが完了しなかった。{ $units } を時間内に停止できなかった
other-shutdown-unkillable = シャットダウンが始まったが完了しなかった。{ $units } は SIGKILL でも停止できなかった
other-storage-lost = ストレージデバイスが失われた（{ $ago }）
other-storage-errors = 読み書きまたはファイルシステムのエラーが { $count } 回発生した（最後は{ $ago }）
other-sysrq = マジック SysRq キーが使われた（{ $action }、{ $ago }）
other-ups = UPS がバッテリー給電を報告した（{ $ago }）
other-voltage = 最後のサンプルで { $rail } が { $before } V から { $after } V に低下した
other-voltage-unnamed = 最後のサンプルで電源電圧が { $before } V から { $after } V に低下した
other-watchdog = 次のブートがハードウェアウォッチドッグによるリセットを伝えている
other-watchdog-left = ハードウェアウォッチドッグが停止されないまま放置された（{ $ago }）: 時間切れになるとホストをリセットする
other-watchdog-armed = ハードウェアウォッチドッグが有効で、次のブートはその作動で説明がつく早さで始まった

## How a boot ended

end-live = このホストで現在稼働中のブート
end-copied = コピーされたジャーナルの最新のブートで、終了を示す行が無い: まだ稼働中の可能性がある
end-kernel-lines-only = カーネルの行しか残っておらず、そこから正常な終了はほとんど読み取れない: systemd の行があれば分かる
end-programs-lines-only = 個々のプログラムの行しか残っておらず、カーネルや systemd の行が無い: 絞り込まれたコピー
end-header-only = ジャーナルファイルのヘッダーにだけ現れ、エントリは読み取れない
end-no-system-entries = ユーザーセッションのエントリしか残っていない: どう終了したかはシステムジャーナルに記録される
end-volatile = ジャーナルが揮発性（volatile）で、終端はディスクに書き込まれていない
end-rotated = 最後のエントリと次のブートの間のエントリが欠けている: 終端はローテーションで失われた
end-orderly = 正常な{ $verb }: { $what }
end-forced = 強制的な{ $verb }: { $what }
end-orderly-by-gap = 正常な終了（次のブートまでの時間からみて{ $verb }）: { $what }
end-reboot = 再起動
end-poweroff = 電源オフ
end-halt = 停止（halt）
end-kexec = 再起動（kexec）
end-mark-finished = シャットダウンの手順が最後まで記録されている
end-mark-forced = 強制で要求されたため、シャットダウンは記録に残らない
end-mark-var = ジャーナルが専用の /var を離れるところで記録が終わり、次のブートに異常終了の痕跡は無い
end-mark-closed = ジャーナルは正常に閉じられ、次のブートに異常終了の痕跡は無い
end-mark-soon-back = 最後の行は残っていないが、次のブートがすぐに始まり、異常終了の痕跡は無い
end-kernel-trip = カーネルのサーマルトリップがホストの電源を正常な手順で切った: 誰も要求していない
end-kernel-trip-unfinished = カーネルのサーマルトリップが作動したが、シャットダウンは最後まで記録されていない
end-daemon-trip = 温度監視デーモンがホストの電源を正常な手順で切った: 誰も要求していない
end-daemon-trip-unfinished = 温度監視デーモンが作動したが、シャットダウンは最後まで記録されていない
end-suspended = サスペンドしたまま復帰しなかった
end-panic = カーネルパニック: クラッシュ記録がそれを証明している
end-trip-pin = プロセッサーのサーマルトリップピンがホストの電源を切った
end-watchdog = ハードウェアウォッチドッグがホストをリセットした
end-hardware-reset = 訂正不能なエラーの後、ハードウェアがホストをリセットした
end-by-pid1 = PID 1 が正常なシャットダウンを経ずにブートを直ちに終了させた
end-shutdown-unfinished = シャットダウンが始まったが完了しなかった
end-abrupt = 記録が突然途切れている: 正常な終了は記録されていないが、次のブートに異常終了の痕跡は無い
end-abrupt-newest = 記録が突然途切れている: 正常な終了は記録されておらず、手がかりになる後のブートも無い
end-abrupt-unclean = 記録が突然途切れており、次のブートが異常終了の痕跡を見つけている
asked-by-user = ユーザー { $user }
asked-by-a-user = ユーザー（名前は不明）
asked-by-power-key = 電源キー（またはハイパーバイザーのボタン）
asked-by-ctrl-alt-del = Ctrl-Alt-Del
asked-by-unattended-upgrades = unattended-upgrades
asked-by-ups = UPS の監視プログラム
asked-by-hypervisor = ハイパーバイザー
asked-by-program = { $program }
asked-by-protection = カーネルのハードウェア保護（{ $reason }）

## Blind windows

blind = { $cadence }。最後のサンプル（{ $value } { $unit }、{ $when }）は{ $relation }です。
blind-before-zero = { $cadence }。最後のサンプル（{ $value } { $unit }、{ $when }）は{ $relation }で、利用可能メモリのゼロが記録される { $before }前です。反証にはなりません: メモリは { $held } MiB から { $took }で尽きました（毎分 { $pace } GiB）。
blind-fast-fall = { $cadence }。最後のサンプル（{ $value } { $unit }、{ $when }）は{ $relation }です。反証にはなりません: GB10 で報告された 1.5 秒で 21 GiB という減り方なら、この量は { $seconds } 秒で尽きます。
blind-single = サンプルは 1 つだけ
blind-several-a-second = サンプルは 1 秒に複数回
blind-every-minute = サンプルは 1 分ごと
blind-every = サンプルは { $cadence }ごと
blind-at-last-entry = 最後のジャーナルエントリと同時
blind-before-last-entry = 最後のジャーナルエントリの { $gap }前
blind-after-last-entry = 最後のジャーナルエントリの { $gap }後
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

## Problems with the input
