import { payments } from '@nare/contract/payments'
import { command } from './area.ts'
import { data } from './data.ts'
import { signedCommand } from './signed-command.ts'

export const deposit = command('data/deposit', payments.deposit)
export const confirmDeposit = command('data/confirmDeposit', payments.confirmation)
export const withdraw = signedCommand('data/withdraw', payments.withdraw)

data.on(deposit, {
  loading: 'loading_deposit',
  error: 'error',
  begun: () => ({ deposits_message: null, deposits_confirm_message: null }),
  done: (answer) => ({ deposits_message: answer }),
})
data.on(confirmDeposit, {
  loading: 'loading_deposit_confirm',
  error: 'error',
  done: (answer) => ({ deposits_confirm_message: answer }),
})
data.on(withdraw, {
  loading: 'loading_withdrawal',
  error: 'error',
  begun: () => ({ withdrawal_message: null }),
  done: (answer) => ({ withdrawal_message: answer }),
  failed: ({ body }) => ({ withdrawal_message: { ...body } }),
})
