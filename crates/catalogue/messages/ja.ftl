### The words of the reports in Japanese.
#
# Evidence is in the plain form without a full stop, since pieces stand one behind the other; sentences of the
# report's own are in the polite form (です・ます).

## Common

plain = { $words }
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

## What surrounds the end: context, controls, protection

## Advice

## The summary

## Patterns over boots

## Signals in words

## The frame of the report

## Problems with the input
