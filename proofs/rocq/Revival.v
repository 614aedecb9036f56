(** The period is exact: one whole period of insertions later, a retired key can find another element (R8). *)
From Lists Require Export Growth.

Section Revival.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E).

(** A list that had at most one element at a time, and has none now. *)
Definition idle s : Prop := sane g s /\ live_of s = 0 /\ opened_of s <= 1.

(** Its next element goes to the first position. *)
Lemma idle_add s e : idle s -> exists s', step d s (Add e) = (s', Issued (0, next_id s)) /\
  sane g s' /\ live_of s' = 1 /\ opened_of s' <= 1 /\ options s' = options s /\
  next_id s' = following (options s) (next_id s) /\ found s' (0, next_id s) = Some e.
Proof.
  intros (S & L & O). pose proof (options_lawful S) as W. assert (has_room s 1 = true) as R.
  { unfold has_room, lawful, indexable, within, holds, count_of, at_least in *. rewrite L, !andb_true_iff in *.
    destruct (index_bits (options s)) as [b|], (maximum (options s)); cbn [option_map] in *; rewrite ?Z.ltb_lt,
      ?Z.leb_le in *; try lia; split; auto; try lia; apply Z.pow_pos_nonneg; lia. }
  cbn [step]. rewrite R. destruct (insert_sane e S) as (S' & P & N & L' & O' & _). pose proof (insert_found e S) as F.
  pose proof (sane_counts S). destruct (insert_cases e S) as (s1 & i & ps & _ & _ & _ & _ & _ & _ & Q).
  destruct (insert d s e) as [s' k]. injection Q as Q ->. cbn [fst] in *. destruct F as [F _]. exists s'.
  assert (found s' (i, next_id s) = Some e) as G by (rewrite F; unfold with_entry; now rewrite same_refl).
  assert (0 <= i < opened_of s').
  { apply (sane_touched _ S'). apply found_spec in G. cbn in G. congruence. }
  assert (i = 0) as -> by lia. repeat split; auto; try apply S'; lia.
Qed.

Lemma idle_remove s k e : sane g s -> live_of s = 1 -> opened_of s <= 1 -> found s k = Some e ->
  exists s', step d s (Remove k) = (s', Found (Some e)) /\ idle s' /\ options s' = options s /\
  next_id s' = next_id s /\ found s' k = None.
Proof.
  intros S L O F. cbn [step]. unfold remove. rewrite F. eexists. split; [reflexivity|].
  rewrite (vacate_found k k S F). unfold with_entry. rewrite same_refl. apply found_spec in F.
  destruct (vacate_sane _ S F) as (S' & Q & N & L' & B & _). repeat split; auto; try apply S'; lia.
Qed.

(** Add and remove so often; the ids count up. *)
Fixpoint in_turn (e : E) (times : nat) (id : Z) : list (operation E) :=
  match times with O => [] | S n => Add e :: Remove (0, id) :: in_turn e n (id + 1) end.

Lemma in_turn_idle e period times : forall s id, idle s -> has_period (options s) period ->
  next_id s = id mod period -> 0 <= id -> id + Z.of_nat times <= period ->
  let after := fst (run d s (in_turn e times id)) in
  idle after /\ next_id after = (id + Z.of_nat times) mod period /\
  length (issued (snd (run d s (in_turn e times id)))) = times.
Proof.
  induction times as [|n IH]; intros s id I P N Z0 L; cbn [in_turn].
  - cbn [run fst snd]. rewrite N, Z.add_0_r. auto.
  - rewrite Z.mod_small in N by lia. destruct (idle_add e I) as (s1 & Q1 & S1 & L1 & O1 & P1 & N1 & F1).
    rewrite N in *. destruct (idle_remove _ S1 L1 O1 F1) as (s2 & Q2 & I2 & P2 & N2 & _).
    assert (next_id s2 = (id + 1) mod period) as N3.
    { rewrite N2, N1. unfold following, reduced, has_period in *. now rewrite P. }
    specialize (IH s2 (id + 1) I2 ltac:(congruence) N3 ltac:(lia) ltac:(lia)). cbn [run]. rewrite Q1, Q2.
    destruct (run d s2 (in_turn e n (id + 1))) as [s3 answers]. cbn [fst snd issued flat_map keys_of app length] in *.
    destruct IH as (I3 & N4 & M). split; [exact I3|]. split; [|now f_equal]. rewrite N4. f_equal. lia.
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
  { unfold has_period, count_of, lawful, at_least in *. rewrite !andb_true_iff in L. destruct L as [[[_ I] _] _].
    destruct (id_bits o) as [b|]; [|discriminate]. injection P as <-. apply Z.leb_le in I. change 2 with (2 ^ 1) at 1.
    apply Z.pow_le_mono_r; lia. }
  assert (idle (initial d o)) as I.
  { destruct (initial_sane o L) as [S O]. pose proof (sane_counts S). split; [exact S | lia]. }
  destruct (idle_add e I) as (s1 & Q1 & S1 & L1 & O1 & P1 & N1 & F1).
  destruct (idle_remove _ S1 L1 O1 F1) as (s2 & Q2 & I2 & P2 & N2 & R2). cbn [initial next_id options] in *.
  assert (next_id s2 = 1 mod period) as N3.
  { rewrite N2, N1. unfold following, reduced. unfold has_period in P. now rewrite P. }
  exists [Add e; Remove (0, 0)], (in_turn e (Z.to_nat (period - 1)) 1 ++ [Add e']), (0, 0). cbn [run]. rewrite Q1, Q2.
  destruct (in_turn_idle e (period := period) (Z.to_nat (period - 1)) (id := 1) I2) as (I3 & N4 & M); auto; try lia.
  { unfold has_period in *. congruence. }
  rewrite run_app. set (s3 := fst (run d s2 (in_turn e (Z.to_nat (period - 1)) 1))) in *.
  replace (1 + Z.of_nat (Z.to_nat (period - 1))) with period in N4 by lia. rewrite Z.mod_same in N4 by lia.
  destruct (idle_add e' I3) as (s4 & Q4 & _ & _ & _ & _ & _ & F4). rewrite N4 in *. cbn [run]. rewrite Q4.
  cbn [fst snd]. split; [reflexivity|]. split; [exact R2|]. split; [exact F4|]. unfold issued in *.
  rewrite !flat_map_app, !app_length, M. cbn [flat_map keys_of app length]. lia.
Qed.

End Revival.
