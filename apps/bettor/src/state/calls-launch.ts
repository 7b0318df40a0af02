import { content } from '@nare/contract/content'
import { command } from './area.ts'
import { data } from './data.ts'

export const launchSports = command('data/launch', content.launch)

data.on(launchSports, { loading: 'loading', error: 'error', done: ({ url }) => ({ sports_data: url }) })
