import { fireEvent, screen } from '@testing-library/react';
import { aDoctor } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { ProfilePhoto } from './components/profile-photo.tsx';

test("without a doctor an upload says 'Unable to upload: missing required information'", async () => {
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  const { user } = show(<ProfilePhoto pocId={null} name="Dr. Asha Menon" url={null} />, { as: aDoctor });
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Profile photo'), { target: { files: [file] } });
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(
    await screen.findByRole('alertdialog', { name: 'Unable to upload: missing required information' }),
  ).toBeVisible();
});
