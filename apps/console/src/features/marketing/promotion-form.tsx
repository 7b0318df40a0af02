import { currencySign } from '@nare/ui/format'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { products } from '@nare/contract/products'
import { promotionShapes } from '@nare/contract/promotion-shapes'
import { promotionKinds } from '@nare/contract/promotions'
import { Field, Tick } from '@nare/ui/field'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { ActionForm, type FaultOf } from '../../parts/action-form.tsx'
import { typedCents, textOf } from '../../parts/cents.ts'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { Empty } from '../../parts/controls.tsx'
import { FieldGroup, FieldLine, FormPage } from '../../parts/form-page.tsx'
import { labelOf, moneyText, zoneCity } from '../../parts/format.ts'
import { PageLink } from '../../parts/page-link.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { useMay } from '../../wire/me.ts'
import { emptyPromotion, numbersOf, promotionInput, withKind, type TypedPromotion } from './promotion-fields.ts'
import { numberNames, triggerTexts } from './promotion-texts.ts'
import style from './marketing.module.css'

type Texts = { readonly [Name in keyof TypedPromotion]: TypedPromotion[Name] extends string ? Name : never }
type TextName = Exclude<Texts[keyof Texts], 'kind' | 'trigger'>

/** The form that proposes a promotion. What is wrong with a field is said beside it. */
export function PromotionForm() {
  const mayManage = useMay()('marketing.manage')
  const navigate = useNavigate()
  const [typed, setTyped] = useState(emptyPromotion)
  if (!mayManage) return <Empty>You may not propose promotions.</Empty>
  const cap = typedCents(typed.cost_cap)
  return (
    <FormPage title="New promotion" about="A draft that another person approves">
      <ActionForm
        route={operatorPromotions.createPromotion}
        title="Propose a promotion"
        sentence={`It begins once another person has approved it${cap === undefined ? '.' : `, and gives at most ${moneyText(textOf(cap))} to all bettors together.`}`}
        action="Propose it"
        missing={cap === undefined ? 'Give what it costs at most' : undefined}
        input={(given) => promotionInput(typed, given)}
        showsFault={(name) => shownFields(typed).includes(name)}
        done={({ promotion_id }) => (
          <>
            Proposed. Another person approves it.{' '}
            <PageLink page={`/house/promotions?id=${promotion_id}`}>Open it</PageLink>
          </>
        )}
        onClose={() => void navigate({ to: '/house/promotions' })}
      >
        {(faultOf) => <Fields typed={typed} onChange={setTyped} faultOf={faultOf} />}
      </ActionForm>
    </FormPage>
  )
}

/** The fields of the input that have a field of their own in the form. */
const shownFields = (typed: TypedPromotion): readonly string[] => [
  ...['kind', 'trigger', 'title.en', 'title.sw', 'summary.en', 'summary.sw', 'terms.en', 'terms.sw', 'image'],
  ...['starts_at', 'ends_at', 'cost_cap', 'claim_days', 'products', ...numbersOf(typed)],
]

type FieldsProps = {
  readonly typed: TypedPromotion
  readonly onChange: (typed: TypedPromotion) => void
  readonly faultOf: FaultOf
}

function Fields({ typed, onChange, faultOf }: FieldsProps) {
  const set = (change: Partial<TypedPromotion>): void => onChange({ ...typed, ...change })
  const text = (
    name: TextName,
    label: string,
    { of = name, ...more }: Omit<ComponentProps<typeof Field>, 'label'> & { of?: string } = {},
  ) => (
    <Field
      key={name}
      label={label}
      value={typed[name]}
      autoComplete="off"
      error={faultOf(of)}
      {...more}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <>
      <FieldLine>
        <ChoiceField
          label="Kind"
          value={typed.kind}
          options={promotionKinds}
          error={faultOf('kind')}
          onChange={(kind) => onChange(withKind(typed, kind))}
          data-first
        />
        <ChoiceField
          label="Given for"
          value={typed.trigger}
          options={promotionShapes[typed.kind].triggers}
          textOf={(trigger) => triggerTexts[trigger]}
          error={faultOf('trigger')}
          onChange={(trigger) => set({ trigger })}
        />
      </FieldLine>
      <FieldLine>
        {text('title_en', 'Title in English', { of: 'title.en', maxLength: 80 })}
        {text('title_sw', 'Title in Swahili', { of: 'title.sw', maxLength: 80 })}
      </FieldLine>
      <FieldLine>
        {text('summary_en', 'Summary in English', { of: 'summary.en', maxLength: 200 })}
        {text('summary_sw', 'Summary in Swahili', { of: 'summary.sw', maxLength: 200 })}
      </FieldLine>
      <FieldLine>
        {text('starts_at', `From, in ${zoneCity()}`, { type: 'datetime-local' })}
        {text('ends_at', `Until, in ${zoneCity()}`, { type: 'datetime-local' })}
        {text('cost_cap', `Costs at most, ${currencySign()}`, {
          inputMode: 'decimal',
          hint: 'Of all bettors together',
        })}
      </FieldLine>
      <FieldLine>
        {numbersOf(typed).map((name) => text(name, numberNames[name], { inputMode: 'decimal' }))}
        {text('claim_days', 'Days to earn it after joining', { inputMode: 'numeric' })}
      </FieldLine>
      {typed.trigger === 'bet' && (
        <FieldGroup name="Products of the bets" error={faultOf('products')}>
          <div className={style.ticks}>
            {products.map((product) => (
              <Tick
                key={product}
                checked={typed.products.includes(product)}
                onChange={({ target }) =>
                  set({
                    products: products.filter((one) =>
                      one === product ? target.checked : typed.products.includes(one),
                    ),
                  })
                }
              >
                {labelOf(product)}
              </Tick>
            ))}
          </div>
        </FieldGroup>
      )}
      <Tick checked={typed.new_only} onChange={({ target }) => set({ new_only: target.checked })}>
        Only for accounts opened since it begins
      </Tick>
      {text('image', 'Picture', { hint: 'A path of this site or an https address; empty for the drawing of its kind' })}
      <FieldLine>
        {(['en', 'sw'] as const).map((lang) => (
          <TextArea
            key={lang}
            label={`More terms in ${lang === 'en' ? 'English' : 'Swahili'}, Markdown`}
            value={typed[`terms_${lang}`]}
            maxLength={8_000}
            error={faultOf(`terms.${lang}`)}
            onChange={(next) => set({ [`terms_${lang}`]: next })}
          />
        ))}
      </FieldLine>
    </>
  )
}
