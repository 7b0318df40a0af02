import { useLingui } from '@lingui/react/macro'
import style from './keys.module.css'

/** The keyboard shortcuts in groups. */
export function Keys() {
  const { t } = useLingui()
  const groups = [
    {
      name: t`On every page`,
      keys: [
        { key: '/', does: t`Search` },
        { key: 'b', does: t`Go to the slip` },
        { key: '?', does: t`Show these shortcuts` },
        { key: 'Esc', does: t`Close what you opened last` },
      ],
    },
    {
      name: t`Among prices`,
      keys: [
        { key: 'Tab', does: t`Next row of prices` },
        { key: '← → ↑ ↓', does: t`Move between prices` },
        { key: t`Space`, does: t`Pick a price` },
      ],
    },
  ]
  return (
    <div className={style.keys}>
      {groups.map(({ name, keys }) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl>
            {keys.map(({ key, does }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p>{t`The keys of a game are named beside its buttons.`}</p>
    </div>
  )
}
