import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { show } from '../../shared/testing/render.tsx';
import { TextField } from '../fields/fields.tsx';
import { WizardFrame } from './wizard-frame.tsx';

const questions = ['Who?', 'When?', 'Why?'];

/** Its third step has a field that is focused. */
function Wizard() {
  const [step, setStep] = useState(1);
  return (
    <WizardFrame
      title="Wizard"
      steps={questions}
      step={step}
      question={questions[step - 1] ?? ''}
      onBack={() => setStep(step - 1)}
      onContinue={() => setStep(step + 1)}
    >
      {step === 3 ? <TextField label="Reason" value="" onChange={() => undefined} autoFocus /> : <p>text</p>}
    </WizardFrame>
  );
}

test('a click on Continue or Back leads to the new question, or to the field that the step focuses', async () => {
  const { user } = show(<Wizard />);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('heading', { name: 'When?' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('heading', { name: 'When?' })).toHaveFocus();
});

test('Escape and Enter belong to an input method while it composes', async () => {
  const { user } = show(<Wizard />);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const field = screen.getByRole('textbox', { name: 'Reason' });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  // Safari has ended composing just before.
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(field).toBeVisible();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.getByRole('heading', { name: 'When?' })).toBeVisible();
});
