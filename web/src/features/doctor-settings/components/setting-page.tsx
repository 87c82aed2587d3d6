import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useAskBeforeLeaving } from '../../../shared/actions/leaving.ts';
import { showDone, toastError } from '../../../shared/actions/toast.ts';
import { CallError } from '../../../shared/api/call-error.ts';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { LoadFailed, Problem } from '../../../ui/feedback/banner.tsx';
import { useOverdue } from '../../../ui/feedback/overdue.ts';
import { TextField, type TextFieldProps } from '../../../ui/fields/fields.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import { frame } from '../../../ui/theme/tokens.ts';
import type { feesText, linkText } from '../text.ts';
import { settingText } from '../text.ts';

interface SettingPageProps {
  text: typeof linkText | typeof feesText;
  /** The key under which the typed text is kept until saved. */
  draft: 'meet-link' | 'fees';
  /** The current value; null if not set, undefined while unknown. */
  query: { data: string | null | undefined; error: Error | null; refetch(): unknown };
  /** Null if no doctor is known: then nothing is loaded. */
  pocId: string | null;
  /** The doctor's or unit's name, if not the reader's own. */
  name?: string | undefined;
  shown(value: string): ReactNode;
  field: Pick<TextFieldProps, 'type' | 'inputMode' | 'step' | 'min' | 'maxLength' | 'startAdornment'>;
  problem(input: string): string | undefined;
  /** The field's value in its wire format. */
  wire(input: string): string;
  save(value: string): Promise<{ position: string | null }>;
}

/** "'Failed to …' is said when the server answered with a failure, 'Error …' when no answer came." */
const byAnswer = (error: unknown, failedText: string, lostText: string): string =>
  error instanceof CallError ? failedText : lostText;

function Current({ text, query, pocId, shown }: Pick<SettingPageProps, 'text' | 'query' | 'pocId' | 'shown'>) {
  const overdue = useOverdue(query.data === undefined && !query.error);
  if (pocId === null) {
    return <Problem>{text.noDoctor}</Problem>;
  }
  if (query.data === undefined && query.error) {
    return (
      <LoadFailed onRetry={query.refetch}>{byAnswer(query.error, text.failedToFetch, text.errorFetching)}</LoadFailed>
    );
  }
  return (
    <Box aria-busy={query.data === undefined} sx={{ minHeight: 50 }}>
      <Muted component="h2" sx={{ fontWeight: 600 }}>
        {text.current}
      </Muted>
      {query.data === undefined ? (
        overdue ? (
          <Skeleton width={220} height={28} />
        ) : null
      ) : query.data === null ? (
        <Typography sx={{ color: 'text.secondary' }}>{text.none}</Typography>
      ) : (
        <Typography
          component="div"
          sx={{ fontWeight: 600, fontSize: '1.25rem', lineHeight: 1.4, overflowWrap: 'anywhere' }}
        >
          {shown(query.data)}
        </Typography>
      )}
    </Box>
  );
}

/** Confirms, saves, and shows the result; the typed value is cleared only once it is saved. */
function useSaving({ text, draft, query, pocId, shown, problem, wire, save }: SettingPageProps) {
  const [input, setInput] = useKeptDraft(`${draft} ${pocId}`, '');
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const refuse = (sentence: string) => {
    setError(sentence);
    field.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    const wrong = problem(input);
    if (wrong !== undefined) return refuse(wrong);
    const value = wire(input);
    const next = (
      <Box component="strong" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }}>
        {shown(value)}
      </Box>
    );
    const message = query.data
      ? filled(settingText.changeFrom, { before: shown(query.data), next })
      : filled(settingText.change, { next });
    if (!(await confirm({ title: text.question, message, actionLabel: settingText.update }))) return;
    setSaving(true);
    try {
      const reply = await save(value);
      await query.refetch();
      setInput('');
      showDone(reply, { message: text.updated });
    } catch (failure) {
      const answered = failure instanceof CallError;
      // An ended session leads to sign-in, and back here.
      if (answered && failure.status === 401) return;
      if (answered && (failure.code === 'link.invalid' || failure.code === 'request.invalid')) refuse(text.invalid);
      else toastError(byAnswer(failure, text.failedToUpdate, text.errorUpdating));
    } finally {
      setSaving(false);
    }
  };
  const type = (value: string) => {
    setInput(value);
    setError(undefined);
  };
  return { typed: input, error, saving, field, submit, type };
}

/** One setting of a doctor: the current value, a field for a new one, and a confirmation before saving. */
export function SettingPage(props: SettingPageProps) {
  const { text, query, pocId, name, shown, field } = props;
  const form = useSaving(props);
  useAskBeforeLeaving(form.typed !== '' && !form.saving);
  return (
    <Box sx={{ maxWidth: frame.form, mx: 'auto' }}>
      <PageHeader title={text.title} afterTitle={name === undefined ? null : <Typography>{name}</Typography>} />
      <Paper sx={{ p: 2, display: 'grid', gap: 2 }}>
        <Current text={text} query={query} pocId={pocId} shown={shown} />
        <Stack
          component="form"
          noValidate
          onSubmit={(event) => void form.submit(event)}
          gap={2}
          sx={{ pt: 2, borderTop: '1px solid', borderColor: 'divider' }}
        >
          <TextField
            label={text.label}
            hint={text.hint}
            value={form.typed}
            onChange={form.type}
            error={form.error}
            inputRef={form.field}
            autoComplete="off"
            disabled={pocId === null}
            {...field}
          />
          <Box>
            <Button type="submit" loading={form.saving} disabled={pocId === null}>
              {settingText.save}
            </Button>
          </Box>
        </Stack>
      </Paper>
    </Box>
  );
}
