/** The products that bettors stake on. Every ticket, stake and house account belongs to one of them. */
export const products = ['sports', 'jackpot', 'league', 'casino', 'games'] as const
export type Product = (typeof products)[number]
