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

## Problems with the input
