import { isEmail } from '@dayline/contracts/fields/email-address';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useRef, useState } from 'react';
import { sendPatiently } from '../../../shared/api/plain-calls.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { Banner, Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { contactText as text } from '../text.ts';

interface Message {
  name: string;
  email: string;
  message: string;
}
type Errors = Partial<Record<keyof Message, string>>;

const maxMessageLength = 4_000;
const nothing: Message = { name: '', email: '', message: '' };

/** "Contact form: name, email, message all required; email type." (section 5 of the specification) */
export function errorsOf({ name, email, message }: Message): Errors {
  const [longName, longMessage] = [tooLong(name, maxNameLength), tooLong(message, maxMessageLength)];
  return {
    ...(longName !== undefined && { name: longName }),
    ...(name.trim() === '' && { name: text.nameMissing }),
    ...(email.trim() === '' ? { email: text.emailMissing } : !isEmail(email.trim()) && { email: text.emailInvalid }),
    ...(message.trim() === '' && { message: text.messageMissing }),
    ...(longMessage !== undefined && { message: longMessage }),
  };
}

export function ContactForm() {
  const [message, setMessage] = useState(nothing);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => {
      const found = errorsOf(message);
      setErrors(found);
      const [first] = Object.keys(found);
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return first === undefined ? undefined : true;
    },
    send: () => sendPatiently('sendContactMessage', message),
    onDone: () => {
      setMessage(nothing);
      return text.sent;
    },
    // The server logs the reason; the typed text stays.
    refused: () => text.failed,
    failed: text.failed,
  });
  const field = (name: keyof Message) => ({
    name,
    value: message[name],
    error: errors[name],
    onChange: (value: string) => {
      setMessage((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _corrected, ...others }) => others);
    },
  });

  return (
    <Paper
      component="form"
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label={text.title}
      sx={{ p: { xs: 2, md: 3 }, display: 'grid', gap: 2.5 }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField label={text.name} autoComplete="name" maxLength={maxNameLength} {...field('name')} />
        <TextField
          label={text.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          {...field('email')}
        />
      </Box>
      <TextField label={text.message} multiline rows={5} maxLength={maxMessageLength} {...field('message')} />
      {outcome?.isDone ? (
        <Banner tone="visited" icon="check">
          {outcome.sentence}
        </Banner>
      ) : (
        <Problem>{outcome?.sentence}</Problem>
      )}
      <Button type="submit" loading={isPending} sx={{ minHeight: 48, px: 3, justifySelf: 'end', fontSize: '1rem' }}>
        {text.send}
      </Button>
    </Paper>
  );
}
