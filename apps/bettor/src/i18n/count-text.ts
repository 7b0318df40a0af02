/** A whole number with thousands separators: 1,240. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
