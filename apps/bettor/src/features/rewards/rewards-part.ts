/** The screens of rewards in one chunk: together they compress better than apart. */
export { Bonus } from './bonus.tsx'
export { Points } from './points.tsx'
export { Promotion } from './promotion.tsx'
export { Promotions } from './promotions.tsx'
