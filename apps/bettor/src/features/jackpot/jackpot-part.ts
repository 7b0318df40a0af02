/** The jackpot's screens and its slip in one chunk: together they compress better than apart. */
export { Jackpot } from './jackpot.tsx'
export { JackpotSlipBar } from './jackpot-slip-bar.tsx'
export { JackpotSlipColumn, JackpotSlipPage } from './jackpot-slip.tsx'
