import type { Call } from '@nare/client/call'
import { applyMiddleware, combineReducers, legacy_createStore as createStore, type UnknownAction } from 'redux'
import { withExtraArgument, type ThunkAction, type ThunkDispatch } from 'redux-thunk'
import type { Extra } from './thunk.ts'
import { auth } from './auth.ts'
import { betting } from './betting.ts'
import { data } from './data.ts'
import { reads } from './reads.ts'
import { requestOrder } from './request-order.ts'
import { scroll, topNavigations } from './scroll.ts'
import { virtualLeague } from './virtual-league.ts'
import { virtuals } from './virtuals.ts'

const reducer = combineReducers({
  data: data.reducer,
  virtuals: virtuals.reducer,
  betting: betting.reducer,
  auth: auth.reducer,
  virtualLeague: virtualLeague.reducer,
  scroll: scroll.reducer,
  topNavigations: topNavigations.reducer,
  reads: reads.reducer,
})

export type RootState = ReturnType<typeof reducer>
export type AppStore = ReturnType<typeof appStore>

/** The specification's state areas in one store; `call` sends the requests. */
export function appStore(call: Call, preloadedState?: Partial<RootState>) {
  const thunks = withExtraArgument<RootState, UnknownAction, Extra>({ call, order: requestOrder() })
  return createStore(
    reducer,
    preloadedState,
    applyMiddleware<ThunkDispatch<RootState, Extra, UnknownAction>, RootState>(thunks),
  )
}

/** A command of several steps as one thunk. */
export type Steps<T = void> = ThunkAction<Promise<T>, RootState, Extra, UnknownAction>
