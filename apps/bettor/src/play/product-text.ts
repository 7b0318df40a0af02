import { useLingui } from '@lingui/react/macro'
import type { Product } from '@nare/contract/products'

/** Returns the name of a product. */
export function useProductText(): (product: Product) => string {
  const { t } = useLingui()
  return (product) => {
    switch (product) {
      case 'sports':
        return t`Sports`
      case 'jackpot':
        return t`Jackpot`
      case 'league':
        return t`Virtual league`
      case 'casino':
        return t`Casino`
      case 'games':
        return t`Games`
    }
  }
}
