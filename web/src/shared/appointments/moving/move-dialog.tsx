import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Key } from '../../../ui/buttons/key.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { isComposing } from '../../../ui/fields/composing.ts';
import { ConditionalField, focusField } from '../../../ui/fields/conditional-field.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { Bold, Inline, Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import { uiText } from '../../../ui/text.ts';
import { useCall } from '../../api/hooks.ts';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { FilterTabs } from '../../list/filter-tabs.tsx';
import type { AppointmentCommands } from '../marking/use-appointment-commands.ts';
import { presenceText } from '../presence/text.ts';
import { DatesField } from '../slot-picker/dates-field.tsx';
import { LostTimeBanner } from '../slot-picker/lost-time-banner.tsx';
import { dateChoices, type FreeTime } from '../slot-picker/times.ts';
import { TimesField } from '../slot-picker/times-field.tsx';
import { PaymentChip } from '../status-chip.tsx';
import { appointmentText } from '../text.ts';
import { choiceId, TimeSlotGrid } from '../time-slot-grid.tsx';
import type { VisitRow } from '../visit/visit-row.ts';
import { OtherDoctors } from './other-doctors.tsx';
import { movingText as text } from './text.ts';
import { useMove } from './use-move.ts';
import { Changes, placeText } from './what-changes.tsx';

type Move = ReturnType<typeof useMove>;

/** Enter on the chosen time or in the reason submits the move: elsewhere it presses the focused element. */
function movesByEnter({ key, target, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || isComposing(nativeEvent) || !(target instanceof Element)) return false;
  return target.matches('textarea, [role="radio"][aria-checked="true"]');
}

/** The free times nearest to the visit's, shown at first; a lost time's banner takes their place. */
function Nearest({ visit: { AppointmentDate }, move }: { visit: VisitRow; move: Move }) {
  const { nearest, slot, choose } = move;
  const dateOf = ({ date = AppointmentDate }: (typeof nearest)[number]) => date;
  return nearest.length > 0 ? (
    <ConditionalField name="nearest">
      <Heading>{text.nearest}</Heading>
      <TimeSlotGrid
        label={text.nearest}
        slots={nearest}
        selected={nearest.filter((time) => time.time === slot.time && dateOf(time) === slot.date).map(choiceId)}
        onToggle={(nextChoice) => {
          const choice = nearest.find((time) => choiceId(time) === nextChoice);
          if (choice) choose({ date: dateOf(choice), time: choice.time });
        }}
      />
    </ConditionalField>
  ) : null;
}

const Heading = ({ children }: { children: ReactNode }) => (
  <Typography variant="caption" component="h3" sx={{ fontWeight: 600, mb: '6px' }}>
    {children}
  </Typography>
);

/** Switches between the visit's own doctor and another. */
function MoveSubject({ visit, move }: { visit: VisitRow; move: Move }) {
  const isOther = move.slot.pocId !== visit.POC_ID;
  return (
    <ConditionalField name="whose">
      <Inline gap={1} sx={{ flexWrap: 'wrap' }}>
        <FilterTabs
          label={text.whose}
          tabs={[
            { key: 'own', label: visit.POC_Name },
            { key: 'other', label: text.another },
          ]}
          value={isOther ? 'other' : 'own'}
          onChange={move.setMonthIndex}
        />
      </Inline>
    </ConditionalField>
  );
}

/** Focuses the first field once the times are loaded: the dialog itself is focused until then. */
function useFirstFocus({ areTimesRead }: Move): void {
  const isFocused = useRef(false);
  useEffect(() => {
    if (!areTimesRead || isFocused.current) return;
    isFocused.current = true;
    ['nearest', 'date', 'whose'].some(focusField);
  }, [areTimesRead]);
}

/** Doctor, day and time to choose from; a lost time's banner replaces the nearest ones. */
function Places(props: { visit: VisitRow; move: Move; name: string; isOff: boolean; onOffer(offer: FreeTime): void }) {
  const { visit, move, name, isOff, onOffer } = props;
  const { slot, doctor, lost, isSending, isSameDay, change, refusal, choose } = move;
  const byEnter = useRef(false);
  useFirstFocus(move);
  const isChosen = slot.pocId !== '';
  const { data: days } = useCall('listDatesWithAvailability', { pocId: slot.pocId }, { enabled: isChosen });
  return (
    <>
      <Problem>{change ?? refusal}</Problem>
      <MoveSubject visit={visit} move={move} />
      {lost ? (
        <LostTimeBanner
          lost={lost}
          lead={text.stillHas(name, clockTime(visit.AppointmentTime))}
          busy={isSending || isOff}
          isNarrow
          words={text.offer}
          onTake={onOffer}
        />
      ) : (
        <Nearest visit={visit} move={move} />
      )}
      {isChosen ? null : <OtherDoctors pocId={visit.POC_ID} from={visit.AppointmentDate} onChoose={choose} />}
      {isChosen && slot.pocId !== visit.POC_ID ? (
        <Inline gap={1}>
          <Bold sx={{ fontWeight: 600 }}>{doctor}</Bold>
          <Button variant="text" size="small" onClick={() => move.setMonthIndex('other')}>
            {text.changeDoctor}
          </Button>
        </Inline>
      ) : null}
      {isChosen && days ? (
        <DatesField
          days={dateChoices(days)}
          date={slot.date}
          error={undefined}
          atOnce={6}
          byEnter={byEnter}
          onDate={(date) => choose({ date, time: '' })}
        />
      ) : null}
      {isChosen && slot.date !== '' ? (
        <TimesField
          slot={slot}
          error={undefined}
          lost={lost}
          takesFocus={byEnter}
          {...(isSameDay && { own: visit.AppointmentTime })}
          onTime={(time) => choose({ time })}
        />
      ) : null}
    </>
  );
}

/** Stacked on a phone: a name may be long. */
const footButton = { flex: { xs: '1 1 100%', md: 'none' }, whiteSpace: 'normal', maxWidth: { md: '60%' } } as const;

/** Beside the times, or on a phone below them. */
const sideLook = {
  gap: 1.75,
  alignContent: 'start',
  p: 2,
  borderRadius: '6px',
  bgcolor: 'surface.raised',
} as const;

/** "Move": what is moved, where to, and the consequences. Nothing jumps when a time is lost. */
export default function MoveDialog(props: { visit: VisitRow; commands: AppointmentCommands; onClose(): void }) {
  const { visit, commands, onClose } = props;
  const move = useMove(visit, commands, onClose);
  const { time, reason, isSending, change, setReason, send } = move;
  const name = visit.PatientName ?? appointmentText.anErased;
  const day = shortWeekdayAndDate(visit.AppointmentDate);
  const isOff = change !== undefined || tooLong(reason, maxReasonLength) !== undefined;
  const isUndecided = move.fee?.asks === true && move.difference === undefined;
  const submit = (offer?: FreeTime) => {
    if (!isOff && (offer || !isUndecided)) void send(offer);
  };
  return (
    <FormDialog
      title={text.title(name)}
      about={
        <>
          <Bold sx={{ fontWeight: 600, color: 'text.primary' }}>{`${day}, ${clockTime(visit.AppointmentTime)}`}</Bold>
          {[
            visit.POC_Name,
            appointmentText.type[visit.AppointmentType],
            presenceText.token(visit.presence ?? { token: 0 }),
          ]
            .filter(Boolean)
            .map((detail) => ` · ${detail}`)
            .join('')}{' '}
          {move.payment ? <PaymentChip payment={move.payment} /> : null}
        </>
      }
      wide="columns"
      onClose={onClose}
      onSubmit={() => submit()}
      actions={
        <>
          <Muted sx={{ mr: 'auto', display: { xs: 'none', md: 'block' } }}>
            {filled(text.keys, { enter: <Key>{uiText.enterKey}</Key>, escape: <Key>{uiText.escapeKey}</Key> })}
          </Muted>
          <Button variant="outlined" onClick={onClose} sx={footButton}>
            {text.keep}
          </Button>
          <Button type="submit" disabled={isOff || isUndecided || time === ''} loading={isSending} sx={footButton}>
            {time === ''
              ? text.moveToSome(name)
              : text.moveTo(name, move.isSameDay ? clockTime(time) : placeText(move, visit))}
          </Button>
        </>
      }
    >
      <Stack
        gap={2}
        sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 280px' }, minHeight: { md: 440 } }}
        onKeyDownCapture={(event: KeyboardEvent) => {
          if (!movesByEnter(event)) return;
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <Stack gap={2} sx={{ alignContent: 'start' }}>
          <Places visit={visit} move={move} name={name} isOff={isOff} onOffer={submit} />
        </Stack>
        <Stack component="aside" sx={sideLook}>
          <Changes visit={visit} move={move} />
          <TextField
            label={text.reason}
            optional
            value={reason}
            onChange={setReason}
            maxLength={maxReasonLength}
            multiline
            rows={3}
          />
        </Stack>
      </Stack>
    </FormDialog>
  );
}
