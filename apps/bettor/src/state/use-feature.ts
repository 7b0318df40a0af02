import { useApp } from './hooks.ts'

/** True if the operator's settings enable a product; a disabled product is not advertised anywhere. */
export function useFeature(name: string): boolean {
  return useApp(({ data }) => data.app_config?.features[name] === true)
}
