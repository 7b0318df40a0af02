export {
  amountOf,
  callProvider,
  type Exchange,
  faultOf,
  isForbidden,
  type Observe,
  receiptOf,
  type Reply,
  textOf,
  zText,
} from './http.ts'
export { fetchedOf, tokensInMemory, type TokenStore, withToken } from './tokens.ts'
export { tokensInDatabase } from './token-store.ts'
