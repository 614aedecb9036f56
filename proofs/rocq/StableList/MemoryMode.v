(** Mode [Memory] moves all cells of a full list when one element comes and goes, again and again (5.2; R6). *)
From Lists Require Import Revival.
From Lists.StableList Require Import Filling.

Section MemoryMode.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

(** A full space of [8 h] cells, whose memory ends where it ends; the next id is [j]. *)
Definition at_the_brim s (j : Z) : Prop :=
  packed Memory h s (8 * h) /\ space_of s = 8 * h /\ next_id s = j /\ allocated s = 8 * h.

Definition round (j : Z) : list (operation E) := [Add e; Remove (8 * h, j)].

(** The addition doubles the space, and the removal halves it: each moves every cell. *)
Lemma round_moves s j : at_the_brim s j -> let s' := fst (run stable_list s (round j)) in
  at_the_brim s' (j + 1) /\ moved (spent s') = moved (spent s) + 16 * h /\
  issued (snd (run stable_list s (round j))) = [(8 * h, j)].
Proof.
  intros (P & Z0 & N & A). destruct (packed_insert e P) as (s1 & I & (S1 & O1 & L1 & P1) & N1 & F1 & _ & _ & _ & G).
  destruct G as (Z1 & A1 & M1); [lia..|]. rewrite N in *.
  destruct (sane_thirds S1) as (q & q1 & q2 & h2 & l1 & l2 & l3 & T). pose proof (has_space T).
  pose proof (thirds_facts T). assert (q = 4 * h) as -> by lia. pose proof (are T) as Ps.
  unfold live_of, opened_of in L1, P1. rewrite Ps in L1, P1. cbn [sum] in L1, P1.
  (* The removal. *)
  assert (found s1 (8 * h, j) = Some e) as G by (rewrite F1; unfold with_entry; now rewrite same_refl).
  destruct (last_removal _ S1 G) as [R Tp]; [rewrite (thirds_top T); cbn [fst]; lia | rewrite (thirds_top T); lia|].
  apply found_spec in G. destruct (vacated_sane _ S1 G) as (S2 & L2 & Eo & Es). cbn [fst] in *.
  rewrite (thirds_top T) in Tp. set (s2 := vacated s1 (8 * h)) in *.
  assert (options s2 = filled_options Memory h) as O2 by exact O1. destruct (filled_sizes Memory H) as [W _].
  assert (can_halve s2 = true) as C.
  { unfold can_halve, may_halve. rewrite Tp, Es, Z1, O2, W, !andb_true_iff, !Z.eqb_eq, Z.leb_le. cbn [emptied live].
    Z.to_euclidean_division_equations. lia. }
  destruct (halved_vacancies S2 C) as (p1 & p2 & p3 & p1' & p2' & Y & Y' & _). assert (live p2 = 4 * h) as Lp.
  { unfold s2 in Y. cbn [vacated partitions] in Y. rewrite Ps in Y. cbn [released] in Y. unfold stop in Y.
    destruct (Z.ltb_spec (8 * h) (start q1 + size q1)); [lia|].
    destruct (Z.ltb_spec (8 * h) (start q2 + size q2)); [lia|].
    assert (p2 = q2) as -> by (destruct (8 * h <? start h2 + size h2); congruence). lia. }
  destruct (halved_by_removal_sane S2 C) as (S3 & K3). destruct (halved_by_removal_lengths S2 C) as (Z3 & _).
  pose proof (keeps_live S2 S3 K3) as L3. pose proof (sane_counts S3) as C3. destruct K3 as (O3 & N3 & _).
  assert (partitions (halved_by_removal s2) = partitions (halved s2)) as P3.
  { unfold halved_by_removal. now destruct (truncate (options s2)). }
  rewrite truncates_once in R; auto; [|rewrite O2; discriminate|].
  2: { unfold can_halve, top. rewrite P3, Y'. cbn [last]. rewrite Lp.
    destruct (Z.eqb_spec (4 * h) 0); [lia | reflexivity]. }
  (* Both. *)
  unfold round. cbn [run step]. assert (has_room s 1 = true) as ->.
  { destruct P as (_ & O & _). unfold has_room. now rewrite O. }
  rewrite I. destruct (remove stable_list s1 (8 * h, j)) as [s3 x] eqn:Q. cbn [fst] in R. subst s3. cbn [fst snd].
  assert (live_of s2 = 8 * h) as L2' by (unfold live_of in *; rewrite L2, Ps; cbn [sum]; lia).
  split; [|split; [|reflexivity]].
  - split; [split; [exact S3|]; split; [congruence | lia]|]. split; [lia|]. split; [rewrite N3; exact N1|].
    unfold halved_by_removal. rewrite O2. cbn [truncate filled_options reallocated allocated]. unfold space_of in *.
    rewrite P3 in Z3. cbn [walked with_cost partitions]. lia.
  - assert (moved (spent (halved s2)) = moved (spent s2)) as M2 by (unfold halved; now rewrite Y).
    unfold halved_by_removal. rewrite O2. cbn [truncate filled_options reallocated spent moving moved].
    unfold opened_of, space_of in *. rewrite P3 in *. cbn [walked with_cost partitions spent visiting moved].
    rewrite M2. change (moved (spent s2)) with (moved (spent s1)). lia.
Qed.

(** So often; the ids count up. *)
Fixpoint rounds (n : nat) (j : Z) : list (operation E) :=
  match n with O => [] | S m => round j ++ rounds m (j + 1) end.

Lemma rounds_move n : forall s j, at_the_brim s j -> let s' := fst (run stable_list s (rounds n j)) in
  moved (spent s') = moved (spent s) + 16 * h * Z.of_nat n /\
  length (issued (snd (run stable_list s (rounds n j)))) = n /\ length (rounds n j) = (2 * n)%nat.
Proof.
  induction n as [|n IH]; intros s j B; cbn [rounds].
  - cbn [run fst snd issued flat_map length]. repeat split; lia.
  - destruct (round_moves B) as (B1 & M1 & I1). destruct (IH _ _ B1) as (M2 & L2 & P2). rewrite run_app.
    cbn [fst snd]. unfold issued in *. rewrite flat_map_app, !app_length, I1, L2, P2, M2, M1. cbn [round length].
    repeat split; lia.
Qed.

End MemoryMode.

Theorem memory_moves_an_unbounded_number_of_cells_per_operation {E : Type} (e : E) c :
  exists o (program : list (operation E)),
  lawful o = true /\ truncate o = Memory /\ let (s, answers) := run stable_list (initial stable_list o) program in
  c * (Z.of_nat (length program) + Z.of_nat (length (issued answers))) < moved (spent s).
Proof.
  set (h := Z.max 1 (c + 1)). assert (0 < h) as H by lia.
  pose proof (filled_up_all (Z.to_nat (8 * h)) (filled_up_initial e Memory H) ltac:(lia)) as F.
  replace (0 + Z.of_nat (Z.to_nat (8 * h))) with (8 * h) in F by lia.
  exists (filled_options Memory h), (Extend (repeat e (Z.to_nat (8 * h))) :: rounds e h (Z.to_nat h) (8 * h)).
  split; [now apply filled_lawful|]. split; [reflexivity|]. cbn [run step].
  assert (has_room (initial (E := E) stable_list (filled_options Memory h)) (Z.of_nat (length (repeat e (Z.to_nat (8 *
    h))))) = true) as -> by reflexivity.
  pose proof (insert_all_found (repeat e (Z.to_nat (8 * h))) (initial_sane _ (filled_lawful Memory H))) as (_ & K &
    _). rewrite repeat_length in K. destruct (insert_all stable_list _ (repeat e _)) as [s1 ks]. cbn [fst snd] in *.
  destruct F as (P0 & Z0 & N & A & Z1 & _).
  destruct (rounds_move e H (Z.to_nat h) (s := s1) (j := 8 * h)) as (M & I & P); [split; auto|].
  destruct (run stable_list s1 (rounds e h (Z.to_nat h) (8 * h))) as [s2 answers]. cbn [fst snd] in *.
  cbn [length issued flat_map keys_of] in *. rewrite app_length. unfold issued in I. rewrite I, K, P, M. rewrite Z1.
  nia.
Qed.
