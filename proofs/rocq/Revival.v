(** The period is exact: one whole period of insertions later, a retired key can find another element (R8). *)
From Lists Require Export Lengths.

Section Revival.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E).

(** A list that had at most one element at a time, and has none now. *)
Definition idle s : Prop := sane g s /\ live_of s = 0 /\ opened_of s <= 1.

(** Its next element goes to the first position; and once that is removed, the list is idle again. *)
Lemma idle_turn s e : idle s -> let k := (0, next_id s) in exists s1 s2, step d s (Add e) = (s1, Issued k) /\
  found s1 k = Some e /\ step d s1 (Remove k) = (s2, Found (Some e)) /\ found s2 k = None /\ idle s2 /\
  options s2 = options s /\ next_id s2 = following (options s) (next_id s).
Proof.
  intros (S & L & O) k. assert (has_room s 1 = true) as R.
  { destruct (lawful_spec _ (options_lawful S)) as (M & _ & W). unfold has_room, indexable, within, holds, count_of.
    rewrite L. apply andb_true_iff. split.
    - destruct (index_bits (options s)) as [b|]; auto. destruct (W b eq_refl). apply Z.ltb_lt, Z.pow_pos_nonneg; lia.
    - destruct (maximum (options s)) as [m|]; auto. specialize (M m eq_refl). apply Z.leb_le. lia. }
  cbn [step]. rewrite R. destruct (insert_sane e S) as (S1 & P & N & L' & O' & _). pose proof (insert_found e S) as F.
  pose proof (sane_counts S). destruct (insert_cases e S) as (s0 & i & ps & _ & _ & _ & _ & _ & _ & Q).
  destruct (insert d s e) as [s1 j]. injection Q as Q ->. cbn [fst] in *. destruct F as [F _].
  assert (found s1 (i, next_id s) = Some e) as G by (rewrite F; unfold with_entry; now rewrite same_refl).
  apply found_spec in G as C. assert (0 <= i < opened_of s1) by (apply (sane_touched _ S1); cbn in C; congruence).
  assert (i = 0) as -> by lia. exists s1, (vacate d s1 (fst k)). fold k in G, C |- *. unfold remove.
  rewrite (vacate_found k k S1 G), G. unfold with_entry. rewrite same_refl. repeat (split; [easy|]).
  destruct (vacate_sane _ S1 C) as (S2 & O2 & N2 & L2 & B & _). split; [split; [exact S2 | lia] | split; congruence].
Qed.

(** Add an element, and remove it, so often; the ids count up. *)
Fixpoint in_turn (e : E) (position : Z) (times : nat) (id : Z) : list (operation E) :=
  match times with O => [] | S n => Add e :: Remove (position, id) :: in_turn e position n (id + 1) end.

Lemma in_turn_ind (P : state E -> Z -> Prop) e position last :
  (forall s id, P s id -> id < last -> let (s', answers) := run d s [Add e; Remove (position, id)] in
    P s' (id + 1) /\ length (issued answers) = 1%nat) ->
  forall times s id, P s id -> id + Z.of_nat times <= last ->
  let (s', answers) := run d s (in_turn e position times id) in
  P s' (id + Z.of_nat times) /\ length (issued answers) = times /\
  length (in_turn e position times id) = (2 * times)%nat.
Proof.
  intros H. induction times as [|n IH]; intros s id I L; cbn [in_turn run]; [rewrite Z.add_0_r; auto|].
  specialize (H s id I ltac:(lia)). cbn [run] in H. destruct (step d s (Add e)) as [s1 a1].
  destruct (step d s1 (Remove (position, id))) as [s2 a2], H as [I2 M]. specialize (IH s2 (id + 1) I2 ltac:(lia)).
  destruct (run d s2 (in_turn e position n (id + 1))) as [s3 answers], IH as (I3 & M3 & L3). unfold issued in *.
  cbn [flat_map length] in *. rewrite app_nil_r, app_length in M. rewrite !app_length, M3.
  replace (id + Z.of_nat (S n)) with (id + 1 + Z.of_nat n) by lia. split; [exact I3 | lia].
Qed.

Lemma run_app program more : forall s, run d s (program ++ more) =
  (fst (run d (fst (run d s program)) more), snd (run d s program) ++ snd (run d (fst (run d s program)) more)).
Proof.
  induction program as [|o program IH]; intros s; cbn [app run fst snd].
  - now destruct (run d s more).
  - destruct (step d s o) as [s1 a]. rewrite IH. destruct (run d s1 program) as [s2 answers]. reflexivity.
Qed.

(** Every list with bounded ids has a program after which the first key, once retired, finds the element of the
    insertion that is one period later: no guarantee could be longer. *)
Theorem retired_key_may_resolve_after_one_period : Further.retired_key_may_resolve_after_one_period d.
Proof.
  intros o period e e' L P. assert (2 <= period) as Two.
  { unfold has_period, count_of in P. destruct (id_bits o) as [b|] eqn:B; [|discriminate]. injection P as <-.
    apply (lawful_spec _ L) in B. change 2 with (2 ^ 1) at 1. apply Z.pow_le_mono_r; lia. }
  set (counts := fun s id => idle s /\ options s = o /\ next_id s = id mod period /\ 0 <= id).
  assert (forall s id, counts s id -> id < period -> exists s1 s2, step d s (Add e) = (s1, Issued (0, id)) /\
    step d s1 (Remove (0, id)) = (s2, Found (Some e)) /\ found s2 (0, id) = None /\ counts s2 (id + 1)) as Turn.
  { intros s id (I & O & N & Z0) Lt. rewrite Z.mod_small in N by lia.
    destruct (idle_turn e I) as (s1 & s2 & Q1 & _ & Q2 & R & I2 & O2 & N2). rewrite N in *. exists s1, s2.
    repeat (split; [easy|]). split; [congruence|]. split; [|lia]. rewrite N2, O. unfold following, reduced.
    unfold has_period in P. now rewrite P. }
  assert (counts (initial d o) 0) as I.
  { destruct (initial_sane o L) as [S O]. pose proof (sane_counts S). split; [split; [exact S | lia]|].
    cbn [initial next_id options]. rewrite Z.mod_0_l by lia. auto with zarith. }
  destruct (Turn _ _ I) as (s1 & s2 & Q1 & Q2 & R & I2); [lia|].
  pose proof (in_turn_ind counts e 0 (last := period)) as T.
  specialize (T ltac:(clear - Turn; intros s id C Lt; destruct (Turn s id C Lt) as (s1 & s2 & Q1 & Q2 & _ & I2);
    cbn [run]; rewrite Q1, Q2; auto) (Z.to_nat (period - 1)) s2 1 I2 ltac:(lia)).
  exists [Add e; Remove (0, 0)], (in_turn e 0 (Z.to_nat (period - 1)) 1 ++ [Add e']), (0, 0). cbn [run].
  rewrite Q1, Q2. rewrite run_app. destruct (run d s2 _) as [s3 answers], T as ((I3 & _ & N3 & _) & M & _).
  cbn [fst snd]. replace (1 + Z.of_nat (Z.to_nat (period - 1))) with period in N3 by lia.
  rewrite Z.mod_same in N3 by lia. destruct (idle_turn e' I3) as (s4 & _ & Q4 & F4 & _). rewrite N3 in *.
  cbn [run]. rewrite Q4. cbn [fst snd]. split; [reflexivity|]. split; [exact R|]. split; [exact F4|].
  unfold issued in *. rewrite !flat_map_app, !app_length, M. cbn [flat_map keys_of app length]. lia.
Qed.

End Revival.
