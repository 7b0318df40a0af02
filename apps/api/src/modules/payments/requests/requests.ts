export { amountOf, type Exchange, faultOf, type Observe, callProvider, receiptOf, type Reply, textOf } from './http.ts'
export { fetchedOf, tokensInMemory, type TokenStore, withToken } from './tokens.ts'
export { tokensInDatabase } from './token-store.ts'
