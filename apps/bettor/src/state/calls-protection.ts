import { protection } from '@nare/contract/protection'
import { command } from './area.ts'
import { data } from './data.ts'

export const selfExclude = command('data/selfExclude', protection.selfExclude)

data.on(selfExclude, {
  loading: 'loading',
  error: 'error',
  done: ({ success, time_duration }) => ({
    self_exclusion_message: success,
    self_exclusion_time: time_duration,
    modal: 'self-exclusion',
  }),
})
