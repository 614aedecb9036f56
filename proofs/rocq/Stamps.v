(** Ids: insertion n gets the id [reduced n], and two insertions get the same id exactly whole periods apart (R8). *)
From Coq Require Export Lia.
From Lists Require Export Parameters.
Set Implicit Arguments.

Lemma period_positive o period : lawful o = true -> has_period o period -> 0 < period.
Proof.
  unfold lawful, has_period, count_of, at_least. rewrite !andb_true_iff. intros [[[_ H] _] _].
  destruct (id_bits o) as [b|]; [|discriminate]. cbn. intros [= <-]. apply Z.leb_le in H. apply Z.pow_pos_nonneg; lia.
Qed.

Lemma following_reduced o n : lawful o = true -> following o (reduced o n) = reduced o (n + 1).
Proof.
  intros L. pose proof (period_positive (o := o)) as P. unfold following, reduced, has_period in *.
  destruct (count_of (id_bits o)) as [p|]; auto. specialize (P p L eq_refl). apply Zplus_mod_idemp_l.
Qed.

Lemma reduced_range o n : lawful o = true -> 0 <= n ->
  0 <= reduced o n /\ forall period, has_period o period -> reduced o n < period.
Proof.
  intros L N. pose proof (period_positive (o := o)) as P. unfold reduced, has_period in *.
  destruct (count_of (id_bits o)) as [p|]; [|split; [auto | discriminate]]. specialize (P p L eq_refl).
  pose proof (Z.mod_pos_bound n p P). split; [lia|]. intros q [= <-]. lia.
Qed.

Theorem same_id_exactly_whole_periods_apart o n m : lawful o = true -> n < m ->
  (reduced o n = reduced o m <-> periods_before o n m).
Proof.
  intros L N. pose proof (period_positive (o := o)) as P. unfold reduced, periods_before, has_period in *.
  destruct (count_of (id_bits o)) as [p|].
  - specialize (P p L eq_refl). split.
    + intros H. exists p, (m / p - n / p). repeat split; [|pose proof (Z.div_mod n p); pose proof (Z.div_mod m p); nia].
      pose proof (Z.div_mod n p). pose proof (Z.div_mod m p). nia.
    + intros (q & t & [= <-] & T & ->). now rewrite Z.mod_add by lia.
  - split; [lia|]. intros (q & t & H & _). discriminate.
Qed.
