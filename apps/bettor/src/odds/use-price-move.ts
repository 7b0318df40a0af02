import { useEffect, useState } from 'react'

const shownForMs = 8000

/** 'up' or 'down' for eight seconds after a price changed, else undefined. */
export function usePriceMove(price: string | null): 'up' | 'down' | undefined {
  const [seen, setSeen] = useState(price)
  const [move, setMove] = useState<'up' | 'down' | undefined>()
  if (price !== seen) {
    setSeen(price)
    setMove(seen === null || price === null ? undefined : priceMove(seen, price))
  }
  useEffect(() => {
    if (!move) return
    const timer = setTimeout(() => setMove(undefined), shownForMs)
    return () => clearTimeout(timer)
  }, [move, seen])
  return move
}

/** The direction between two prices as decimal texts; undefined when they are the same. */
export function priceMove(before: string, after: string): 'up' | 'down' | undefined {
  const [one, two] = [thousandths(before), thousandths(after)]
  return one === two ? undefined : two > one ? 'up' : 'down'
}

function thousandths(price: string): bigint {
  const [whole = '0', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(3, '0').slice(0, 3))
}
