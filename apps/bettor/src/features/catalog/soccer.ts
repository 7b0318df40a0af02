export const soccer = '79'
