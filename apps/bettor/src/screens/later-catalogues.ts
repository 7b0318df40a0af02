import { addCatalogues } from '../i18n/catalogues.ts'

/** The catalogues of the screens in later-screens.tsx. */
addCatalogues({
  boards: { en: () => import('../locales/boards/en.po'), sw: () => import('../locales/boards/sw.po') },
  cashout: { en: () => import('../locales/cashout/en.po'), sw: () => import('../locales/cashout/sw.po') },
  crash: { en: () => import('../locales/crash/en.po'), sw: () => import('../locales/crash/sw.po') },
  fantasy: { en: () => import('../locales/fantasy/en.po'), sw: () => import('../locales/fantasy/sw.po') },
  games: { en: () => import('../locales/games/en.po'), sw: () => import('../locales/games/sw.po') },
  print: { en: () => import('../locales/print/en.po'), sw: () => import('../locales/print/sw.po') },
  rewards: { en: () => import('../locales/rewards/en.po'), sw: () => import('../locales/rewards/sw.po') },
  jackpot: { en: () => import('../locales/jackpot/en.po'), sw: () => import('../locales/jackpot/sw.po') },
})
