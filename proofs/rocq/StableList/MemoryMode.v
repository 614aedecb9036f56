(** Mode [Memory] moves all cells of a full list when one element comes and goes, again and again (5.2; R6). *)
From Lists Require Import Revival.
From Lists.StableList Require Import Filling.

Section MemoryMode.
Context {E : Type} (e : E) (h : Z) (H : 0 < h).
Implicit Types (s : state E).

(** A full space of [8 h] cells, whose memory ends where it ends; the next id is [j]. *)
Definition at_the_brim s (j : Z) : Prop := sane quarters s /\ options s = filled_options Memory h /\
  space_of s = 8 * h /\ live_of s = 8 * h /\ next_id s = j /\ allocated s = 8 * h.

Definition round (j : Z) : list (operation E) := [Add e; Remove (8 * h, j)].

(** The addition doubles the space, and the removal halves it: each moves every cell. *)
Lemma round_moves s j : at_the_brim s j -> let s' := fst (run stable_list s (round j)) in
  at_the_brim s' (j + 1) /\ moved (spent s') = moved (spent s) + 16 * h /\
  issued (snd (run stable_list s (round j))) = [(8 * h, j)].
Proof.
  intros (S & O & Z0 & L & N & A). pose proof (filled_sizes Memory H) as [W _].
  pose proof (sane_counts S) as K. assert (live_of s = space_of s) as F by lia.
  destruct (doubled_space_sane S F) as (S1 & O1 & N1 & C1 & _ & L1 & Z1).
  (* The addition. *)
  assert (taken (contents s) (partitions s) = None) as T.
  { destruct (taken (contents s) (partitions s)) as [[i ps]|] eqn:T; auto. exfalso.
    destruct (taken_some e 0 (tiles S) T) as (X & _ & _ & _ & Ez & El & _).
    apply sum_sizes in Ez. pose proof (tiled_counts X). unfold live_of, space_of in *. lia. }
  set (ps := [Partition 0 (4 * h) (4 * h) (4 * h) None; Partition (4 * h) (4 * h) (4 * h) (4 * h) None;
    Partition (8 * h) (8 * h) 1 1 None]).
  set (s1 := State (options s) (16 * h) (j + 1) (set (contents s) (8 * h) (Has e j)) ps (moving (8 * h) (spent s))).
  assert (insert stable_list s e = (s1, (8 * h, j))) as I.
  { unfold insert, occupied at 1. rewrite T. cbn [stable_list grown]. unfold doubled_space. rewrite Z0, A.
    replace (2 * (8 * h)) with (4 * (4 * h)) by lia. rewrite (proj1 (divided (4 * h))).
    unfold three. destruct (divided (4 * h)) as [-> ->]. destruct (Z.ltb_spec (8 * h) (4 * (4 * h))); [|lia].
    unfold occupied. cbn [contents partitions options allocated next_id spent taken].
    unfold full. cbn [live size]. rewrite !Z.eqb_refl. destruct (Z.eqb_spec 0 (2 * (4 * h))); [lia|]. cbn [option_map].
    unfold vacancy, filled, s1, ps. cbn [head start opened live size].
    rewrite O, N. unfold following, reduced. cbn [id_bits filled_options count_of option_map].
    replace (opened_of s) with (8 * h) by lia. rewrite Z.max_r by lia.
    replace (2 * (4 * h)) with (8 * h) by lia. replace (4 * (4 * h)) with (16 * h) by lia.
    replace (8 * h + 0) with (8 * h) by lia. reflexivity. }
  destruct (insert_sane e S) as [S2 L2]. rewrite I in S2, L2.
  cbn [fst] in S2, L2.
  (* The removal. *)
  assert (found s1 (8 * h, j) = Some e) as G.
  { unfold found. cbn [s1 contents fst snd]. now rewrite get_set_same, Z.eqb_refl by lia. }
  pose proof G as G'. apply found_spec in G'. cbn [fst snd] in G'.
  destruct (vacated_sane _ S2 G') as (S3 & L3 & Eo & Es).
  assert (space_of s1 = 16 * h) as Z2 by (unfold space_of, s1, ps; cbn [partitions sum size]; lia).
  assert (opened_of s1 = 8 * h + 1) as O2 by (unfold opened_of, s1, ps; cbn [partitions sum opened]; lia).
  set (s2 := vacated s1 (8 * h)) in *.
  assert (partitions s2 = [Partition 0 (4 * h) (4 * h) (4 * h) None; Partition (4 * h) (4 * h) (4 * h) (4 * h) None;
    emptied (Partition (8 * h) (8 * h) 1 1 None) (8 * h)]) as P2.
  { unfold s2, s1, ps. cbn [vacated partitions released]. unfold stop. cbn [start size].
    destruct (Z.ltb_spec (8 * h) (0 + 4 * h)); [lia|]. destruct (Z.ltb_spec (8 * h) (4 * h + 4 * h)); [lia|].
    destruct (Z.ltb_spec (8 * h) (8 * h + 8 * h)); [reflexivity | lia]. }
  assert (can_halve s2 = true) as C.
  { unfold can_halve, top, may_halve. rewrite P2, Es, Z2. cbn [last emptied live].
    change (options s2) with (options s). rewrite O, W, !andb_true_iff, !Z.eqb_eq, Z.leb_le.
    Z.to_euclidean_division_equations. lia. }
  destruct (halved_vacancies S3 C) as (q1 & q2 & h2 & q1' & q2' & P3 & P3' & _).
  assert (q2 = Partition (4 * h) (4 * h) (4 * h) (4 * h) None) as -> by congruence. clear P3.
  destruct (halved_by_removal_sane S3 C) as (S4 & O4 & N4 & _).
  destruct (halved_by_removal_lengths S3 C) as (Z4 & _).
  destruct (halved_sane S3 C) as (S4' & K4).
  assert (partitions (halved_by_removal s2) = partitions (halved s2)) as P4.
  { unfold halved_by_removal. now destruct (truncate (options s2)). }
  assert (can_halve (halved_by_removal s2) = false) as C4.
  { unfold can_halve, top. rewrite P4, P3'. cbn [last live]. destruct (Z.eqb_spec (4 * h) 0); [lia | reflexivity]. }
  assert (fst (remove stable_list s1 (8 * h, j)) = halved_by_removal s2) as R.
  { unfold remove. rewrite G. cbn [fst]. unfold vacate. fold s2. unfold top. rewrite P2. unfold s1 at 1, ps.
    cbn [partitions last start emptied live]. rewrite Z.leb_refl. cbn [andb]. change (1 - 1 =? 0) with true. cbv iota.
    cbn [stable_list truncated]. unfold truncated_space. change (options s2) with (options s). rewrite O.
    cbn [truncate filled_options]. unfold as_far_as_possible. rewrite Es, Z2.
    destruct (Z.to_nat (Z.log2 (16 * h))) as [|[|fuel]] eqn:Fu.
    1, 2: exfalso; pose proof (Z.log2_le_mono 16 (16 * h) ltac:(lia)); cbn in *; lia.
    cbn [cascade]. now rewrite C, C4. }
  assert (live_of (halved_by_removal s2) = 8 * h) as L4.
  { rewrite (keeps_live S3 S4 (proj2 (halved_by_removal_sane S3 C))). lia. }
  assert (opened_of (halved s2) = 8 * h) as O5.
  { pose proof (sane_counts S4) as X. unfold opened_of, live_of, space_of in *. rewrite P4 in *. lia. }
  (* Both. *)
  unfold round. cbn [run step].
  assert (has_room s 1 = true) as -> by (unfold has_room; now rewrite O). rewrite I.
  destruct (remove stable_list s1 (8 * h, j)) as [s3 x] eqn:Q. cbn [fst] in R. subst s3. cbn [fst snd].
  split; [|split; [|reflexivity]].
  - split; [exact S4|]. split; [rewrite O4; exact O|]. split; [lia|]. split; [exact L4|].
    split; [rewrite N4; reflexivity|].
    unfold halved_by_removal, walked. change (options s2) with (options s). rewrite O. cbn [truncate filled_options].
    cbn [reallocated allocated]. unfold space_of in *. cbn [with_cost partitions]. rewrite P4 in Z4. lia.
  - assert (moved (spent (halved s2)) = moved (spent s) + 8 * h) as M by (unfold halved; rewrite P2; reflexivity).
    unfold halved_by_removal, walked. change (options s2) with (options s). rewrite O. cbn [truncate filled_options].
    cbn [reallocated with_cost spent visiting moving moved]. unfold opened_of in *. cbn [with_cost partitions]. lia.
Qed.

(** So often; the ids count up. *)
Fixpoint rounds (n : nat) (j : Z) : list (operation E) :=
  match n with O => [] | S m => round j ++ rounds m (j + 1) end.

Lemma run_app program more : forall s, run (E := E) stable_list s (program ++ more) =
  (fst (run stable_list (fst (run stable_list s program)) more),
   snd (run stable_list s program) ++ snd (run stable_list (fst (run stable_list s program)) more)).
Proof. exact (Revival.run_app program more). Qed.

Lemma rounds_move n : forall s j, at_the_brim s j -> let s' := fst (run stable_list s (rounds n j)) in
  moved (spent s') = moved (spent s) + 16 * h * Z.of_nat n /\
  length (issued (snd (run stable_list s (rounds n j)))) = n /\ length (rounds n j) = (2 * n)%nat.
Proof.
  induction n as [|n IH]; intros s j B; cbn [rounds].
  - cbn [run fst snd issued flat_map length]. repeat split; lia.
  - destruct (round_moves B) as (B1 & M1 & I1). destruct (IH _ _ B1) as (M2 & L2 & P2).
    rewrite run_app. cbn [fst snd]. unfold issued in *. rewrite flat_map_app, !app_length, I1, L2, P2, M2, M1.
    cbn [round length]. repeat split; lia.
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
  assert (has_room (initial (E := E) stable_list (filled_options Memory h))
    (Z.of_nat (length (repeat e (Z.to_nat (8 * h))))) = true) as -> by reflexivity.
  pose proof (insert_all_found (repeat e (Z.to_nat (8 * h)))
    (initial_sane _ (filled_lawful Memory H))) as (_ & K & _).
  rewrite repeat_length in K.
  destruct (insert_all stable_list _ (repeat e _)) as [s1 ks]. cbn [fst snd] in *.
  destruct F as (S & O & Z0 & L & _ & N & A & Z1 & _).
  destruct (rounds_move e H (Z.to_nat h) (s := s1) (j := 8 * h)) as (M & I & P); [repeat split; auto; apply S|].
  destruct (run stable_list s1 (rounds e h (Z.to_nat h) (8 * h))) as [s2 answers]. cbn [fst snd] in *.
  cbn [length issued flat_map keys_of] in *. rewrite app_length. unfold issued in I. rewrite I, K, P, M.
  rewrite Z1. nia.
Qed.
