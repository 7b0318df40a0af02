import { useApp } from './hooks.ts'

/** Whether a product is enabled by the operator's settings; a disabled one is not advertised anywhere. */
export function useFeature(name: string): boolean {
  return useApp(({ data }) => data.app_config?.features[name] === true)
}
