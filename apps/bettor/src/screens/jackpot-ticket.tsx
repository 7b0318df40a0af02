import { ticketParts } from '../features/betting/ticket-parts.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

/** Registers the part that shows a jackpot ticket in a bet card; it loads lazily. */
ticketParts.jackpot = lazyPart(
  () =>
    loadWithMessages(() => import('../features/jackpot/ticket.tsx'), ['jackpot', 'forms']).then(
      (part) => part.JackpotTicket,
    ),
  { failed: null },
)
