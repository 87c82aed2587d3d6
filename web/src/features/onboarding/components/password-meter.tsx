import { passwordRules, passwordStrength } from '@dayline/contracts/fields/password';
import Box from '@mui/material/Box';
import { Icon } from '../../../ui/icons/icon.tsx';

/** "(Very Weak, Weak, Fair, Good, Strong)" (section 5). */
const strengthWords = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
/** Short names of the rules, in the order of the contracts' list. */
const ruleNames = [
  'Starts with a letter',
  'At least 8 characters',
  'At least one special character',
  'At least one digit',
] as const;

const tones = ['fill.high', 'fill.high', 'fill.medium', 'fill.medium', 'fill.low'] as const;

function Rule({ met, children }: { met: boolean; children: string }) {
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, color: met ? 'success.main' : 'text.secondary' }}
    >
      <Icon name={met ? 'check' : 'cross'} size={14} />
      <span>
        {children}
        <Box
          component="span"
          sx={{ position: 'absolute', width: '1px', height: '1px', clipPath: 'inset(50%)', overflow: 'hidden' }}
        >
          {met ? ', met' : ', not met'}
        </Box>
      </span>
    </Box>
  );
}

/** The strength of a new password: a bar of four, its word, and each rule; the match too if `confirm` is given. */
export function PasswordMeter({ password, confirm }: { password: string; confirm?: string }) {
  const strength = passwordStrength(password);
  const word = strengthWords[strength];
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.8125rem' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Box
          role="meter"
          aria-label="Password strength"
          aria-valuemin={0}
          aria-valuemax={passwordRules.length}
          aria-valuenow={strength}
          aria-valuetext={word ?? ''}
          sx={{ flex: 1, display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 0.5 }}
        >
          {ruleNames.map((name, index) => (
            <Box
              key={name}
              sx={{ height: 6, borderRadius: 3, bgcolor: index < strength ? tones[strength] : 'fill.track' }}
            />
          ))}
        </Box>
        <Box component="span" role="status" sx={{ fontWeight: 600, minWidth: 72, textAlign: 'right' }}>
          {password === '' ? '' : word}
        </Box>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25 }}>
        {passwordRules.map(({ pattern }, index) => (
          <Rule key={ruleNames[index]} met={pattern.test(password)}>
            {ruleNames[index] ?? ''}
          </Rule>
        ))}
        {confirm === undefined ? null : <Rule met={password !== '' && password === confirm}>Passwords match</Rule>}
      </Box>
    </Box>
  );
}
