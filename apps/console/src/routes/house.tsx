import { createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { insidePage, pagesBelow } from './base.tsx'

const house = insidePage(
  '/house',
  lazy(() => import('../features/house/house.tsx'), 'House'),
)
const housePage = pagesBelow(() => house)
const start = createRoute({
  getParentRoute: () => house,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/house/proposals', throw: true })
  },
})

const products = housePage(
  '/products',
  lazy(() => import('../features/products/products.tsx'), 'Products'),
)
const productsPage = pagesBelow(() => products)
const productsStart = createRoute({
  getParentRoute: () => products,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/house/products/league', replace: true, throw: true })
  },
})

const protection = housePage(
  '/protection',
  lazy(() => import('../features/care/protection.tsx'), 'Protection'),
)
const protectionPage = pagesBelow(() => protection)
const protectionStart = createRoute({
  getParentRoute: () => protection,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/house/protection/markers', replace: true, throw: true })
  },
})

const aml = housePage(
  '/aml',
  lazy(() => import('../features/aml/aml.tsx'), 'Aml'),
)
const amlPage = pagesBelow(() => aml)
const amlStart = createRoute({
  getParentRoute: () => aml,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/house/aml/alerts', replace: true, throw: true })
  },
})

/** The pages of the House. */
export const houseRoutes = house.addChildren([
  start,
  housePage(
    '/proposals',
    lazy(() => import('../features/proposals/proposals.tsx'), 'Proposals'),
  ),
  housePage(
    '/findings',
    lazy(() => import('../features/payments/findings.tsx'), 'Findings'),
  ),
  products.addChildren([
    productsStart,
    productsPage(
      '/league',
      lazy(() => import('../features/products/league.tsx'), 'LeagueRoom'),
    ),
    productsPage(
      '/games',
      lazy(() => import('../features/products/games.tsx'), 'GamesRoom'),
    ),
    productsPage(
      '/casino',
      lazy(() => import('../features/products/casino.tsx'), 'CasinoRoom'),
    ),
    productsPage(
      '/casino/rounds',
      lazy(() => import('../features/products/casino-rounds.tsx'), 'CasinoRounds'),
    ),
  ]),
  housePage(
    '/jackpots',
    lazy(() => import('../features/jackpots/jackpots.tsx'), 'Jackpots'),
  ),
  housePage(
    '/jackpots/new',
    lazy(() => import('../features/jackpots/jackpot-form.tsx'), 'JackpotForm'),
  ),
  housePage(
    '/promotions',
    lazy(() => import('../features/marketing/promotions.tsx'), 'Promotions'),
  ),
  housePage(
    '/promotions/new',
    lazy(() => import('../features/marketing/promotion-form.tsx'), 'PromotionForm'),
  ),
  housePage(
    '/texts',
    lazy(() => import('../features/texts/texts.tsx'), 'Texts'),
  ),
  housePage(
    '/banners',
    lazy(() => import('../features/banners/banners.tsx'), 'Banners'),
  ),
  housePage(
    '/banners/new',
    lazy(() => import('../features/banners/banner-form.tsx'), 'BannerForm'),
  ),
  housePage(
    '/messages',
    lazy(() => import('../features/messages/messages.tsx'), 'Messages'),
  ),
  housePage(
    '/messages/new',
    lazy(() => import('../features/messages/message-form.tsx'), 'MessageForm'),
  ),
  housePage(
    '/boards',
    lazy(() => import('../features/marketing/boards.tsx'), 'Boards'),
  ),
  housePage(
    '/points',
    lazy(() => import('../features/marketing/points.tsx'), 'Points'),
  ),
  housePage(
    '/fantasy',
    lazy(() => import('../features/marketing/fantasy.tsx'), 'FantasyWeeks'),
  ),
  housePage(
    '/sources',
    lazy(() => import('../features/marketing/sources.tsx'), 'Sources'),
  ),
  housePage(
    '/settings',
    lazy(() => import('../features/settings/settings.tsx'), 'SettingsPage'),
  ),
  protection.addChildren([
    protectionStart,
    protectionPage(
      '/markers',
      lazy(() => import('../features/care/markers.tsx'), 'Markers'),
    ),
    protectionPage(
      '/contacts',
      lazy(() => import('../features/care/contacts.tsx'), 'Contacts'),
    ),
    protectionPage(
      '/register',
      lazy(() => import('../features/care/register.tsx'), 'Register'),
    ),
  ]),
  aml.addChildren([
    amlStart,
    amlPage(
      '/alerts',
      lazy(() => import('../features/aml/alerts.tsx'), 'Alerts'),
    ),
    amlPage(
      '/cases',
      lazy(() => import('../features/aml/cases.tsx'), 'Cases'),
    ),
    amlPage(
      '/cases/$id',
      lazy(() => import('../features/aml/case.tsx'), 'CasePage'),
    ),
    amlPage(
      '/rules',
      lazy(() => import('../features/aml/rules.tsx'), 'Rules'),
    ),
  ]),
  housePage(
    '/complaints',
    lazy(() => import('../features/complaints/complaints.tsx'), 'Complaints'),
  ),
  housePage(
    '/regulator',
    lazy(() => import('../features/regulator/regulator.tsx'), 'Regulator'),
  ),
  housePage(
    '/incidents',
    lazy(() => import('../features/incidents/incidents.tsx'), 'Incidents'),
  ),
  housePage(
    '/staff',
    lazy(() => import('../features/staff/staff.tsx'), 'Staff'),
  ),
  housePage(
    '/audit',
    lazy(() => import('../features/audit/audit.tsx'), 'Audit'),
  ),
])
