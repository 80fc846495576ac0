### The words of the reports in English.
#
# Rules of the house: what goes in is a name, a number as it is to be shown, a duration or another message. The pieces
# of evidence begin with a small letter and have no full stop, since they stand as parts of longer sentences.
# An empty pattern that begins or ends with a space needs { "" } there.

## Common

plain = { $words }
between-clauses = ; {""}
span-under-second = under 1 s
span-s = { $s } s
span-m = { $m } min
span-m-s = { $m } min { $s } s
span-h = { $h } h
span-h-m = { $h } h { $m } min
span-d = { $d ->
    [one] 1 day
   *[other] { $d } days
}
span-d-h = { span-d } { $h } h
at-the-end = at the end
before-end = { $age } before the end

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
