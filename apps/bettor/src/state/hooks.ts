import { useDispatch, useSelector } from 'react-redux'
import type { AppStore, RootState } from './store.ts'

export const useSend = useDispatch.withTypes<AppStore['dispatch']>()
export const useApp = useSelector.withTypes<RootState>()
