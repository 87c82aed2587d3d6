import InputAdornment from '@mui/material/InputAdornment';
import { useQueryClient } from '@tanstack/react-query';
import { useCall, useCommand } from '../../shared/api/hooks.ts';
import { rupeeAmount } from '../../shared/format/words.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { SettingPage } from './components/setting-page.tsx';
import { feesOnWire, feesProblem } from './rules.ts';
import { feesText } from './text.ts';

/** Fees manager (/fees), sections 2, 5 and 8. */
export function FeesPage() {
  const { pocId } = useIdentity();
  const client = useQueryClient();
  const fees = useCall('getConsultationFees', { pocId: pocId ?? '' }, { enabled: pocId !== null });
  const update = useCommand('updateConsultationFees');
  return (
    <SettingPage
      text={feesText}
      query={{ ...fees, data: fees.data?.fees }}
      pocId={pocId}
      shown={rupeeAmount}
      field={{
        type: 'number',
        inputMode: 'decimal',
        step: 0.01,
        min: 0,
        startAdornment: <InputAdornment position="start">₹</InputAdornment>,
      }}
      problem={feesProblem}
      wire={feesOnWire}
      save={async (value) => {
        await update.mutateAsync({ request: { pocId: pocId ?? '', fees: value } });
        await client.invalidateQueries({ queryKey: ['getConsultationFees'] });
      }}
    />
  );
}
