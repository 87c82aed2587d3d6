import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { ModeToggle } from '../../../ui/buttons/mode-toggle.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { useTypedMoment } from '../../../ui/fields/moment-field.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import type { Plan } from '../rules.ts';
import { leaveText as text } from '../text.ts';

interface WhenFieldsProps {
  plan: Plan;
  /** A doctor who leaves: only the first day without the doctor. */
  isLast: boolean;
  today: string;
  reason: string;
  onReason(reason: string): void;
  onPlan(plan: Plan): void;
}

function MomentOfPlan(props: {
  label: string;
  type: 'date' | 'time';
  value: string;
  error?: string | undefined;
  onValue(value: string): void;
}) {
  const { label, type, value, error, onValue } = props;
  return <TextField label={label} type={type} error={error} {...useTypedMoment(type, value, onValue)} />;
}

const pair = { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' } as const;

type PlanFieldsProps = Pick<WhenFieldsProps, 'plan' | 'today' | 'onPlan'>;

function LastFields({ plan, today, onPlan }: PlanFieldsProps) {
  const { from } = plan;
  return (
    <>
      <MomentOfPlan
        label={text.goneFrom}
        type="date"
        value={from}
        error={from < today ? text.pastLast : undefined}
        onValue={(next) => onPlan({ ...plan, from: next })}
      />
      <Muted>{text.goneHint}</Muted>
    </>
  );
}

function LeaveFields({ plan, today, onPlan }: PlanFieldsProps) {
  const { from, to, hours } = plan;
  const isWrong = from > to || from < today;
  return (
    <>
      <Stack gap={1} sx={pair}>
        <MomentOfPlan
          label={text.from}
          type="date"
          value={from}
          error={isWrong ? text.wrongDays : undefined}
          // A later first day takes the last one along.
          onValue={(next) => onPlan({ ...plan, from: next, to: next > to ? next : to })}
        />
        <MomentOfPlan label={text.to} type="date" value={to} onValue={(next) => onPlan({ ...plan, to: next })} />
      </Stack>
      <ModeToggle
        label={text.amount}
        value={hours === null ? 'days' : 'hours'}
        onChange={(mode) => onPlan({ ...plan, hours: mode === 'days' ? null : { from: '09:00', to: '13:00' } })}
        modes={[
          { value: 'days', label: text.wholeDays },
          { value: 'hours', label: text.hours },
        ]}
      />
      {hours === null ? null : (
        <Stack gap={1} sx={pair}>
          <MomentOfPlan
            label={text.start}
            type="time"
            value={hours.from}
            error={hours.from < hours.to ? undefined : text.wrongHours}
            onValue={(next) => onPlan({ ...plan, hours: { ...hours, from: next } })}
          />
          <MomentOfPlan
            label={text.end}
            type="time"
            value={hours.to}
            onValue={(next) => onPlan({ ...plan, hours: { ...hours, to: next } })}
          />
        </Stack>
      )}
    </>
  );
}

/** When the doctor is away, or from when a doctor is gone, and the reason. */
export function WhenFields({ isLast, reason, onReason, ...when }: WhenFieldsProps) {
  return (
    <Stack gap={1.5}>
      {isLast ? <LastFields {...when} /> : <LeaveFields {...when} />}
      <TextField
        label={text.reason}
        optional
        value={reason}
        onChange={onReason}
        placeholder={text.reasonHint}
        maxLength={maxReasonLength}
        autoComplete="off"
      />
    </Stack>
  );
}
