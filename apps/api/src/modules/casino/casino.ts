export {
  casinoCrashLosses,
  casinoCrashWins,
  gameProviders,
  gamesOfRounds,
  roundRetention,
  tombstoneRetention,
  verifyCasino,
  type GameProvider,
  type HouseRounds,
} from './wallet/wallet.ts'
export type { Launcher } from './launch/launch.ts'
export type { Casino } from './area.ts'
export { casinoOfBettor } from './own-rows.ts'
