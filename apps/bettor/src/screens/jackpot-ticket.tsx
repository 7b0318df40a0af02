import { ticketParts } from '../features/betting/ticket-parts.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

/** Jackpot tickets in the cards of own bets, in a chunk of their own. */
ticketParts.jackpot = lazyPart(
  () =>
    loadWithMessages(() => import('../features/jackpot/ticket.tsx'), ['jackpot', 'forms']).then(
      (part) => part.JackpotTicket,
    ),
  { failed: null },
)
