import { commandTools } from '../../commands/command-tools.ts'

export const tools = commandTools('complaint-ids')
