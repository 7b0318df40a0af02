import { consoleToday } from '@nare/contract/console-today'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { queries } from '../../wire/use-read.ts'

const changed = [calls.amlAlerts, calls.amlCases, calls.amlCase, calls.amlPayments, calls.amlRules, consoleToday.today]

/** Reads what a command about a suspicion may have changed again. */
export function readAgain(): void {
  for (const { path } of changed) void queries.invalidateQueries({ queryKey: [path] })
}
