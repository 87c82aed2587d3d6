import InputAdornment from '@mui/material/InputAdornment';
import { call } from '../../shared/api/client.ts';
import { rupeeAmount } from '../../ui/locale/words.ts';
import { useFees } from './api/queries.ts';
import { useWhose } from './api/use-whose.ts';
import { FeeRulesSection } from './components/fee-rules.tsx';
import { SettingPage } from './components/setting-page.tsx';
import { feesOnWire, feesProblem } from './rules.ts';
import { feesText } from './text.ts';

/** Fees manager (/fees), sections 2, 5 and 8. */
export default function FeesPage() {
  const { pocId, name } = useWhose();
  const fees = useFees(pocId);
  return (
    <>
      <SettingPage
        text={feesText}
        draft="fees"
        query={{ ...fees, data: fees.data?.fees }}
        pocId={pocId}
        name={name}
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
        save={(value) => call('updateConsultationFees', { pocId: pocId ?? '', fees: value })}
      />
      {pocId === null ? null : <FeeRulesSection pocId={pocId} />}
    </>
  );
}
