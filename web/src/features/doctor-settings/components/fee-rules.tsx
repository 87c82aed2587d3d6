import type { FeeRules } from '@dayline/contracts/clinic/fees';
import { newFeeRulesSchema } from '@dayline/contracts/clinic/fees';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { callTable } from '../../../shared/api/call-table.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { isInPlace } from '../../../ui/buttons/single-press.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Inline, lineBelow, Muted, PlainList, Stack } from '../../../ui/layout/boxes.tsx';
import { Section } from '../../../ui/layout/card.tsx';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { uiText } from '../../../ui/text.ts';
import { frame } from '../../../ui/theme/tokens.ts';
import { caseWords, choicesOf, type DraftRule, draftOf, newRule, type RulesDraft, rulesOf } from '../fee-rules.ts';
import { feeRulesText as text } from '../text.ts';

const rupee = <InputAdornment position="start">₹</InputAdornment>;

/** A doctor's fee rules in their order: the first that matches applies, otherwise the general fee above. */
export function FeeRulesSection({ pocId }: { pocId: string }) {
  const { data } = useCall('getFeeRules', { pocId });
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const { own, revision, ofClient } = data;
  const feeRules = own ?? ofClient;
  return (
    <Box sx={{ mt: 2, mx: 'auto', maxWidth: frame.form }}>
      <Section title={text.title}>
        {isOpen ? (
          <Editor pocId={pocId} now={{ own, revision }} sessions={data.sessions} onClose={() => setOpen(false)} />
        ) : (
          <Stack gap={1.5}>
            <Muted block>{own ? text.lead : ofClient ? text.ofClient : text.none}</Muted>
            {feeRules ? <CurrentRules rules={feeRules} /> : null}
            <Box>
              <Button variant="outlined" onClick={() => setOpen(true)}>
                {own ? text.edit : text.begin}
              </Button>
            </Box>
          </Stack>
        )}
      </Section>
    </Box>
  );
}

function CurrentRules({ rules: { rules, registration }, label = text.title }: { rules: FeeRules; label?: string }) {
  return (
    <PlainList aria-label={label}>
      {rules.map((rule) => (
        <Inline component="li" key={rule.name} gap={1.5} sx={{ py: 0.75, ...lineBelow }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {rule.name}
            <Muted block>{caseWords(rule.when)}</Muted>
          </Box>
          <b>{paiseAmount(rule.paise)}</b>
        </Inline>
      ))}
      {registration ? (
        <Inline component="li" gap={1.5} sx={{ py: 0.75 }}>
          <Box sx={{ flex: 1 }}>{text.registrationOnce(registration.days)}</Box>
          <b>{paiseAmount(registration.paise)}</b>
        </Inline>
      ) : null}
    </PlainList>
  );
}

interface OwnRules {
  own: FeeRules | null;
  revision: number;
}

/** Edits of an outdated state never overwrite others' changes unseen. */
function Editor(props: { pocId: string; now: OwnRules; sessions: readonly string[]; onClose(): void }) {
  const { pocId, now, sessions, onClose } = props;
  const [draft, setDraft] = useState<RulesDraft>(() => draftOf(now.own));
  const baseRevision = useRef(now.revision);
  const [change, setChange] = useState<{ revision: number; by: string }>();
  const client = useQueryClient();
  const readAgain = () => client.invalidateQueries({ queryKey: ['getFeeRules'] });
  const rules = rulesOf(draft);
  const isValid = rules === null || newFeeRulesSchema.safeParse(rules).success;
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (isValid ? undefined : text.invalid),
    send: () => call('setFeeRules', { pocId, feeRules: rules, revision: baseRevision.current }),
    onDone: (reply) => {
      showDone(reply, { message: text.saved });
      void readAgain();
      onClose();
      return undefined;
    },
    failed: callTable.setFeeRules.failure ?? '',
    onFailed: (refusal) => {
      setChange(refusal?.details.fees);
      if (refusal?.details.fees) void readAgain();
    },
  });
  const settle = (revision: number) => {
    baseRevision.current = revision;
    setChange(undefined);
  };
  const put = (index: number, changes: Partial<DraftRule>) =>
    setDraft({ ...draft, rules: draft.rules.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)) });
  const without = (index: number) => draft.rules.filter((_, at) => at !== index);
  const up = (index: number) => {
    const [rule] = draft.rules.slice(index, index + 1);
    if (!rule) return;
    const others = without(index);
    setDraft({ ...draft, rules: [...others.slice(0, index - 1), rule, ...others.slice(index - 1)] });
  };
  return (
    <Stack
      component="form"
      gap={2}
      noValidate
      onSubmit={(event: { preventDefault(): void }) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Muted block>{text.lead}</Muted>
      {draft.rules.map((rule, index) => (
        <RuleFields
          key={rule.key}
          rule={rule}
          sessions={sessions}
          label={text.ruleOf(index + 1)}
          onChange={(changes) => put(index, changes)}
          onUp={index === 0 ? undefined : () => up(index)}
          onRemove={() => setDraft({ ...draft, rules: without(index) })}
        />
      ))}
      <Box>
        <Button
          {...isInPlace}
          variant="text"
          onClick={() => setDraft({ ...draft, rules: [...draft.rules, newRule()] })}
        >
          {text.add}
        </Button>
      </Box>
      <Stack gap={1.5} sx={{ gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          label={text.registration}
          hint={text.registrationHint}
          value={draft.registration}
          onChange={(registration) => setDraft({ ...draft, registration })}
          startAdornment={rupee}
          optional
        />
        <TextField
          label={text.validDays}
          value={draft.days}
          onChange={(days) => setDraft({ ...draft, days })}
          optional
        />
      </Stack>
      {change ? (
        <ChangeNotice
          by={change.by}
          theirRules={now.revision >= change.revision ? now.own : undefined}
          onKeepTheirs={() => {
            settle(now.revision);
            setDraft(draftOf(now.own));
          }}
          onMine={() => {
            settle(now.revision);
            void submit();
          }}
        />
      ) : (
        <Problem>{outcome?.refusal?.code === 'fees.changed' ? undefined : outcome?.sentence}</Problem>
      )}
      <Inline gap={1}>
        <Button type="submit" loading={isPending}>
          {text.save}
        </Button>
        <Button variant="outlined" onClick={onClose}>
          {uiText.cancel}
        </Button>
      </Inline>
    </Stack>
  );
}

/** @param props.theirs what others saved; undefined: not read yet */
function ChangeNotice(props: {
  by: string;
  theirRules: FeeRules | null | undefined;
  onKeepTheirs(): void;
  onMine(): void;
}) {
  const { by, theirRules, onKeepTheirs, onMine } = props;
  const isRead = theirRules !== undefined;
  return (
    <Stack gap={1}>
      <Problem>{text.changedBy(by)}</Problem>
      {theirRules ? <CurrentRules rules={theirRules} label={text.theirs} /> : null}
      {theirRules === null ? <Muted block>{text.noneNow}</Muted> : null}
      <Inline gap={1} sx={{ flexWrap: 'wrap' }}>
        <Button variant="outlined" disabled={!isRead} onClick={onKeepTheirs}>
          {text.useTheirs}
        </Button>
        <Button variant="outlined" disabled={!isRead} onClick={onMine}>
          {text.saveMine}
        </Button>
      </Inline>
    </Stack>
  );
}

function RuleFields(props: {
  rule: DraftRule;
  sessions: readonly string[];
  label: string;
  onChange(changes: Partial<DraftRule>): void;
  onUp: (() => void) | undefined;
  onRemove(): void;
}) {
  const { rule, sessions, label, onChange, onUp, onRemove } = props;
  const choices = choicesOf(sessions, rule);
  const select = (field: keyof typeof choices, placeholder = text.any) => (
    <NativeSelectField
      label={text.fields[field]}
      value={rule[field]}
      onChange={(value) => onChange({ [field]: value })}
      placeholder={placeholder}
      choices={choices[field]}
    />
  );
  const number = (field: 'withinDays' | 'from' | 'below') => (
    <TextField
      label={text.fields[field]}
      value={rule[field]}
      onChange={(value) => onChange({ [field]: value })}
      optional
    />
  );
  return (
    <Box component="fieldset" sx={{ m: 0, p: 1.5, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}>
      <Inline component="legend" gap={0.5} sx={{ fontWeight: 600 }}>
        {label}
        {onUp ? (
          <IconButton size="small" aria-label={text.up(label)} onClick={onUp}>
            <Icon name="up" />
          </IconButton>
        ) : null}
        <IconButton size="small" aria-label={text.remove(label)} onClick={onRemove}>
          <Icon name="trash" />
        </IconButton>
      </Inline>
      <Stack gap={1.5} sx={{ gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          label={text.fields.name}
          value={rule.name}
          onChange={(name) => onChange({ name })}
          placeholder={text.namePlaceholder}
        />
        <TextField
          label={text.fields.amount}
          value={rule.amount}
          onChange={(amount) => onChange({ amount })}
          startAdornment={rupee}
        />
        {number('withinDays')}
        {rule.withinDays === '' ? null : select('everyVisit', text.firstVisit)}
        {select('session')}
        {select('visit')}
        {select('type')}
        {select('on')}
        {number('from')}
        {number('below')}
        <TextField
          label={text.fields.patientClass}
          hint={text.patientClassHint}
          value={rule.patientClass}
          onChange={(patientClass) => onChange({ patientClass })}
          optional
        />
      </Stack>
    </Box>
  );
}
