import { passwordRules, passwordStrength } from '@dayline/contracts/fields/password';
import Box from '@mui/material/Box';
import { Icon } from '../../ui/icons/icon.tsx';
import { Inline, PlainList, Span, Stack, VisuallyHidden } from '../../ui/layout/boxes.tsx';
import { newPasswordText as text } from './text.ts';

const tones = ['fill.high', 'fill.high', 'fill.medium', 'fill.medium', 'fill.low'] as const;

function Rule({ isMet, children }: { isMet: boolean; children: string }) {
  return (
    <Inline component="li" gap={1} sx={{ color: isMet ? 'success.main' : 'text.secondary' }}>
      <Icon name={isMet ? 'check' : 'cross'} size={14} />
      <span>
        {children}
        <VisuallyHidden>{isMet ? text.met : text.notMet}</VisuallyHidden>
      </span>
    </Inline>
  );
}

/**
 * The strength of a new password: a bar of four segments, its name, and each rule; also the match if `confirm` is
 * given.
 */
export function PasswordMeter({ password, confirm }: { password: string; confirm?: string }) {
  const strength = passwordStrength(password);
  const word = text.strengths[strength];
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.8125rem' }}>
      <Inline gap={1.5}>
        <Stack
          role="meter"
          aria-label={text.strength}
          aria-valuemin={0}
          aria-valuemax={passwordRules.length}
          aria-valuenow={strength}
          aria-valuetext={word ?? ''}
          gap={0.5}
          sx={{ flex: 1, gridTemplateColumns: 'repeat(4, 1fr)' }}
        >
          {text.ruleNames.map((name, index) => (
            <Box
              key={name}
              sx={{ height: 6, borderRadius: 3, bgcolor: index < strength ? tones[strength] : 'fill.track' }}
            />
          ))}
        </Stack>
        <Span role="status" sx={{ fontWeight: 600, minWidth: 72, textAlign: 'right' }}>
          {password === '' ? '' : word}
        </Span>
      </Inline>
      <PlainList sx={{ display: 'grid', gap: 0.25 }}>
        {passwordRules.map(({ pattern }, index) => (
          <Rule key={text.ruleNames[index]} isMet={pattern.test(password)}>
            {text.ruleNames[index] ?? ''}
          </Rule>
        ))}
        {confirm === undefined ? null : <Rule isMet={password !== '' && password === confirm}>{text.match}</Rule>}
      </PlainList>
    </Box>
  );
}
