export {
  amountOf,
  callProvider,
  type Exchange,
  faultOf,
  form,
  type Format,
  isForbidden,
  type Observe,
  receiptOf,
  type Reply,
  textOf,
  zText,
} from './http.ts'
export { fetchedOf, tokensInMemory, type Token, type TokenStore, withToken } from './tokens.ts'
export { tokensInDatabase } from './token-store.ts'
