import * as commands from '../../commands/use-command.ts'
import { tools } from './tools.ts'

export type { Command } from '../../commands/use-command.ts'

/** The state of one command of rewards, from the tap to the outcome. */
export const useCommand = <T>(): commands.Running<T> => commands.useCommand<T>(tools)

/** The contents of this bettor's commands of one kind whose outcome is unknown, of this visit or an earlier one. */
export const useUnresolved = (kind: string) => commands.useUnresolved(tools, kind)
