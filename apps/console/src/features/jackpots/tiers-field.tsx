import { currencySign } from '@nare/ui/format'
import { Button } from '@nare/ui/button'
import { Field, Tick } from '@nare/ui/field'
import type { FaultOf } from '../../parts/action-form.tsx'
import { FieldGroup } from '../../parts/form-page.tsx'
import type { ReactNode } from 'react'
import { emptyReduced, emptyTier, type TypedReduced, type TypedTier } from './jackpot-fields.ts'
import style from './jackpots.module.css'

const tiersMax = 10

type TiersProps = {
  readonly isFixed: boolean
  readonly tiers: readonly TypedTier[]
  readonly faultOf: FaultOf
  readonly onChange: (tiers: readonly TypedTier[]) => void
}

/** The prizes of a pool: for how many right, and a fixed prize or a share of the pool. */
export function TiersField({ isFixed, tiers, faultOf, onChange }: TiersProps) {
  const set = (at: number, change: Partial<TypedTier>): void =>
    onChange(tiers.map((tier, n) => (n === at ? { ...tier, ...change } : tier)))
  return (
    <Rows
      name="Prizes"
      error={faultOf('tiers')}
      count={tiers.length}
      most={tiersMax}
      least={1}
      onAdd={() => onChange([...tiers, emptyTier])}
      onRemove={(at) => onChange(tiers.filter((_, n) => n !== at))}
      row={(at) => {
        const tier = tiers[at] ?? emptyTier
        return (
          <>
            <NumberField
              label="Right"
              value={tier.correct}
              error={faultOf(`tiers.${at}.correct`)}
              onChange={(correct) => set(at, { correct })}
            />
            {isFixed ? (
              <>
                <NumberField
                  label={`Prize, ${currencySign()}`}
                  value={tier.prize}
                  error={faultOf(`tiers.${at}.prize`)}
                  onChange={(prize) => set(at, { prize })}
                />
                <Tick checked={tier.split} onChange={({ target }) => set(at, { split: target.checked })}>
                  Shared by all lines
                </Tick>
              </>
            ) : (
              <NumberField
                label="Share, percent"
                value={tier.share}
                error={faultOf(`tiers.${at}.share`)}
                onChange={(share) => set(at, { share })}
              />
            )}
          </>
        )
      }}
    />
  )
}

type ReducedProps = {
  readonly rows: readonly TypedReduced[]
  readonly faultOf: FaultOf
  readonly onChange: (rows: readonly TypedReduced[]) => void
}

/** What is paid of a prize when void matches counted as right. */
export function ReducedField({ rows, faultOf, onChange }: ReducedProps) {
  const set = (at: number, change: Partial<TypedReduced>): void =>
    onChange(rows.map((row, n) => (n === at ? { ...row, ...change } : row)))
  return (
    <Rows
      name="Less for void matches"
      error={faultOf('reduced')}
      count={rows.length}
      most={200}
      least={0}
      onAdd={() => onChange([...rows, emptyReduced])}
      onRemove={(at) => onChange(rows.filter((_, n) => n !== at))}
      row={(at) => {
        const row = rows[at] ?? emptyReduced
        return (
          <>
            <NumberField
              label="Void"
              value={row.voids}
              error={faultOf(`reduced.${at}.voids`)}
              onChange={(voids) => set(at, { voids })}
            />
            <NumberField
              label="Right"
              value={row.correct}
              error={faultOf(`reduced.${at}.correct`)}
              onChange={(correct) => set(at, { correct })}
            />
            <NumberField
              label="Percent of the prize"
              value={row.percent}
              error={faultOf(`reduced.${at}.percent`)}
              onChange={(percent) => set(at, { percent })}
            />
          </>
        )
      }}
    />
  )
}

type RowsProps = {
  readonly name: string
  readonly error: string | undefined
  readonly count: number
  readonly least: number
  readonly most: number
  readonly row: (at: number) => ReactNode
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
}

/** Rows of fields that can be added and removed. */
function Rows({ name, error, count, least, most, row, onAdd, onRemove }: RowsProps) {
  return (
    <FieldGroup name={name} error={error}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={style.row}>
          {row(at)}
          {count > least && (
            <Button
              look="plain"
              small
              aria-label={`Remove ${name.toLowerCase()} ${at + 1}`}
              onClick={() => onRemove(at)}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {count < most && (
        <Button look="soft" small onClick={onAdd}>
          Add a row
        </Button>
      )}
    </FieldGroup>
  )
}

type NumberProps = {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function NumberField({ label, value, error, onChange }: NumberProps) {
  return (
    <Field
      label={label}
      value={value}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
