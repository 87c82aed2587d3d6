import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { serverNow } from '../../../shared/clock.ts';
import { timeAtClinic } from '../../../shared/format/time.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { rememberIdentity, useIdentity } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../ui/buttons/action-button.tsx';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { hospitalText as text } from '../hospital-text.ts';
import { MessageFields } from './message-fields.tsx';

type Settings = Omit<ResponseOf<'getClient'>, 'branches' | 'messageTexts' | 'singleSignOn'>;
type Values = RequestOf<'changeClient'>['values'];

/** In minutes. */
const offeredLateAfter = [0, 5, 10, 15, 20, 30, 45, 60];

/** As the server has it at most. */
const maxOverbooked = 10;

/** The zones that the browser knows, and the present one. */
const zonesWith = (zone: string): string[] => [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].sort();

function changedOf(before: Settings, after: Settings): Values {
  const changes = Object.entries(after).filter(
    // As text, since the messages are an object.
    ([key, value]) => JSON.stringify(before[key as keyof Settings]) !== JSON.stringify(value),
  );
  // Cast is safe: these are fields of the settings with their own values.
  return Object.fromEntries(changes) as Values;
}

/** How the waiting hall works. */
function HallRules(props: { settings: Settings; typed: Settings; onChange(values: Partial<Settings>): void }) {
  const { settings, typed, onChange } = props;
  const { queueOrder, lateAfterMinutes, overbookPerSlot } = typed;
  const lateAfters = [...new Set([...offeredLateAfter, settings.lateAfterMinutes])].sort((a, b) => a - b);
  const counts = Array.from({ length: maxOverbooked + 1 }, (_, count) => count);
  return (
    <>
      <NativeSelectField
        label={text.order}
        value={queueOrder}
        onChange={(value) => onChange({ queueOrder: value === 'time' ? 'time' : 'token' })}
        choices={[
          { value: 'token', label: text.byToken },
          { value: 'time', label: text.byTime },
        ]}
      />
      <NativeSelectField
        label={text.lateAfter}
        hint={text.lateAfterHint}
        value={String(lateAfterMinutes)}
        onChange={(value) => onChange({ lateAfterMinutes: Number(value) })}
        choices={lateAfters.map((minutes) => ({ value: String(minutes), label: text.lateAfterChoice(minutes) }))}
      />
      <NativeSelectField
        label={text.overbook}
        value={String(overbookPerSlot)}
        onChange={(value) => onChange({ overbookPerSlot: Number(value) })}
        choices={counts.map((count) => ({ value: String(count), label: text.overbooked(count) }))}
      />
    </>
  );
}

/** Each setting with its present value; only what was changed is sent. */
export function HospitalForm({ settings, isReader }: { settings: Settings; isReader: boolean }) {
  const { clientId } = useIdentity();
  const client = useQueryClient();
  const [values, setValues] = useState(settings);
  const set = (values: Partial<Settings>) => setValues((before) => ({ ...before, ...values }));
  const changes = changedOf(settings, values);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (values.name.trim() === '' ? text.nameMissing : undefined),
    send: () => call('changeClient', { clientId, values: changes }),
    onDone: (reply) => {
      showDone(reply, { message: text.saved });
      void client.invalidateQueries({ queryKey: ['getClient'] });
      // The bar names the hospital, and every page computes with its zone.
      call('validateSession', {}).then(
        ({ user }) => rememberIdentity(user),
        () => undefined,
      );
      return text.saved;
    },
    failed: text.saveFailed,
  });
  async function save(): Promise<void> {
    const { zone } = changes;
    const question = { message: text.zoneMessage, actionLabel: text.zoneAction };
    if (zone === undefined || (await confirm({ title: text.zoneTitle(zone), ...question }))) await submit();
  }
  const { name, zone, meetingLinkHost, bookingNeedsEmail, calendarHasNames } = values;
  return (
    <Section title={text.settings}>
      <Stack
        gap={2}
        sx={{ maxWidth: 560, border: 0, m: 0, p: 0, minWidth: 0 }}
        component="fieldset"
        disabled={isReader}
      >
        <Problem>{outcome && !outcome.isDone ? outcome.sentence : undefined}</Problem>
        <TextField
          label={text.name}
          hint={text.nameHint}
          value={name}
          onChange={(value) => set({ name: value })}
          maxLength={maxNameLength}
        />
        <NativeSelectField
          label={text.zone}
          hint={text.zoneHint(timeAtClinic(new Date(serverNow()).toISOString(), zone))}
          value={zone}
          onChange={(value) => set({ zone: value })}
          choices={zonesWith(settings.zone).map((value) => ({ value, label: value }))}
        />
        <TextField
          label={text.linkHost}
          hint={text.linkHostHint}
          value={meetingLinkHost}
          onChange={(value) => set({ meetingLinkHost: value })}
          maxLength={maxNameLength}
        />
        <NativeSelectField
          label={text.email}
          value={String(bookingNeedsEmail)}
          onChange={(value) => set({ bookingNeedsEmail: value === 'true' })}
          choices={[
            { value: 'true', label: text.emailNeeded },
            { value: 'false', label: text.emailOptional },
          ]}
        />
        <HallRules settings={settings} typed={values} onChange={set} />
        <NativeSelectField
          label={text.calendarNames}
          hint={text.calendarNamesHint}
          value={String(calendarHasNames)}
          onChange={(value) => set({ calendarHasNames: value === 'true' })}
          choices={[
            { value: 'false', label: text.namesHidden },
            { value: 'true', label: text.namesShown },
          ]}
        />
        <MessageFields typed={values.messages} onChange={(messages) => set({ messages })} />
        {isReader ? null : (
          <ActionButton
            primary
            action={{
              name: text.save,
              enabled: Object.keys(changes).length > 0,
              isPending,
              perform: () => void save(),
            }}
            sx={{ justifySelf: 'start' }}
          />
        )}
      </Stack>
    </Section>
  );
}
